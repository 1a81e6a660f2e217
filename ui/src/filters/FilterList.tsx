import {
  memo,
  useCallback,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { blocks, filters as copy } from "../copy";
import { Checkbox } from "../kit/Checkbox";
import { classNames } from "../kit/classNames";
import { SearchField } from "../kit/SearchField";
import css from "./FilterList.module.css";
import { EMPTY_LISTS, LIST_TITLES, NONE_TICKED } from "./listTexts";
import type { ListId } from "./model";
import { type ListEdit, type ListItem, summed, type TickState } from "./selection";

/** A list of more items than this has a search box. */
const SHORT_LIST = 10;
/** More rows than any list shows without scrolling. */
const FIRST_ROWS = 40;

/** Properties of {@link FilterList}. */
export type FilterListProps = {
  readonly list: ListId;
  readonly items: readonly ListItem[];
  /** How the box of an item looks. */
  stateOf(id: number): TickState;
  onEdit(edit: ListEdit): void;
  readonly className?: string | undefined;
};

/** One list of a filter: its All box, and each item with its ONLY button; a long one can be searched. */
export function FilterList({ list, items, stateOf, onEdit, className }: FilterListProps) {
  const heading = useId();
  const [search, setSearch] = useState("");
  const edit = useSteady(onEdit);
  const title = LIST_TITLES[list];
  const states = items.map(({ id }) => stateOf(id));
  const wanted = search.trim().toLocaleLowerCase();
  const found = useMemo(
    () => items.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)),
    [items, wanted],
  );
  // The visible rows are drawn first; hundreds more delay neither them nor typing.
  const rows = useDeferredValue(found, found.slice(0, FIRST_ROWS));
  const ticked = states.filter((state) => state !== false).length;
  return (
    <section className={classNames(css.column, className)} aria-labelledby={heading}>
      <div className={css.head}>
        <h3 id={heading} className={css.heading}>
          {title}
        </h3>
        {items.length > 0 && (
          <span className={css.count}>
            {ticked === 0 ? NONE_TICKED[list] : copy.counted(ticked, items.length)}
          </span>
        )}
      </div>
      {items.length > SHORT_LIST && (
        <div className={css.search}>
          <SearchField
            label={blocks.searchIn(title)}
            placeholder={blocks.typeToSearch}
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      <span role="status" className="sr-only">
        {wanted === "" ? "" : copy.found(found.length)}
      </span>
      {found.length === 0 ? (
        <p className={css.empty}>{EMPTY_LISTS[list]}</p>
      ) : (
        <ul className={css.items}>
          {wanted === "" ? (
            <li className={css.item}>
              <AllBox label={copy.all} of={title} state={summed(states)} onTick={(on) => edit({ all: on })} />
            </li>
          ) : (
            <li className={css.item}>
              <AllBox
                label={copy.allFound(found.length)}
                of={title}
                state={summed(found.map(({ id }) => stateOf(id)))}
                onTick={(on) => edit({ ids: found.map(({ id }) => id), on })}
              />
            </li>
          )}
          {rows.map((item) => (
            <ItemRow key={item.id} {...item} state={stateOf(item.id)} onEdit={edit} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The same function for the lifetime of the component; it calls the one given last. */
function useSteady<T>(given: (value: T) => void): (value: T) => void {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  return useCallback((value) => latest.current(value), []);
}

type AllBoxProps = {
  readonly label: string;
  readonly of: string;
  readonly state: TickState;
  onTick(on: boolean): void;
};

/** A box for all of a list: a click on an empty or mixed one ticks everything. */
function AllBox({ label, of, state, onTick }: AllBoxProps) {
  return (
    <Checkbox
      checked={state}
      label={
        <>
          {label}
          <span className="sr-only"> {of}</span>
        </>
      }
      strong
      onChange={() => onTick(state !== true)}
    />
  );
}

type ItemRowProps = ListItem & {
  readonly state: TickState;
  onEdit(edit: ListEdit): void;
};

// A list may have hundreds of rows, of which a click changes one.
const ItemRow = memo(function ItemRow({ id, name, detail, state, onEdit }: ItemRowProps) {
  return (
    <li className={css.item}>
      <Checkbox
        checked={state}
        label={
          detail === undefined ? (
            name
          ) : (
            <>
              {name} <span className={css.detail}>{detail}</span>
            </>
          )
        }
        onChange={() => onEdit({ ids: [id], on: state !== true })}
      />
      <button
        type="button"
        className={css.only}
        aria-label={copy.onlyItem(detail === undefined ? name : `${name} ${detail}`)}
        onClick={() => onEdit({ only: id })}
      >
        {copy.only}
      </button>
    </li>
  );
});
