import {
  Fragment,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { panels } from "#texts/filters";
import { filters as copy } from "#texts/page";
import { Checkbox } from "../../kit/Checkbox";
import { classNames } from "../../kit/classNames";
import { SearchField } from "../../kit/SearchField";
import css from "./FilterList.module.css";
import { EMPTY_LISTS, LIST_TITLES, NONE_TICKED } from "./listTexts";
import type { ListId } from "./model";
import { type ListEdit, type ListItem, summed, type TickState } from "./selection";
import { useVirtualList } from "./useVirtualList";

/** A list with more items has a search box. */
const SHORT_LIST = 10;
/** A list with more items scrolls by itself and draws only the visible ones. */
const LONG_LIST = 100;

export type FilterListProps = {
  readonly list: ListId;
  readonly items: readonly ListItem[];
  /** The state of an item's checkbox. */
  stateOf(id: number): TickState;
  onEdit(edit: ListEdit): void;
  readonly className?: string | undefined;
};

/** One list of a filter: its All box, and each item with its ONLY button; a long one can be searched. */
export function FilterList({ list, items, stateOf, onEdit, className }: FilterListProps) {
  const heading = useId();
  const [search, setSearch] = useState("");
  const edit = useStable(onEdit);
  const title = LIST_TITLES[list];
  const states = items.map(({ id }) => stateOf(id));
  const wanted = search.trim().toLocaleLowerCase();
  const found = useMemo(
    () => items.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)),
    [items, wanted],
  );
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
            label={panels.searchIn(title)}
            placeholder={panels.typeToSearch}
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      <span role="status" className="sr-only">
        {wanted === "" ? "" : panels.found(found.length)}
      </span>
      {found.length === 0 ? (
        <p className={css.empty}>{EMPTY_LISTS[list]}</p>
      ) : (
        <Rows key={wanted} items={found} stateOf={stateOf} onEdit={edit}>
          <AllBox
            label={wanted === "" ? copy.all : panels.allFound(found.length)}
            of={title}
            state={summed(wanted === "" ? states : found.map(({ id }) => stateOf(id)))}
            onTick={(on) => edit(wanted === "" ? { all: on } : { ids: found.map(({ id }) => id), on })}
          />
        </Rows>
      )}
    </section>
  );
}

type RowsProps = Pick<FilterListProps, "items" | "stateOf" | "onEdit"> & {
  /** The box for all of them, which comes first. */
  readonly children: ReactNode;
};

/** The rows of the matches. Another search starts at the top. */
function Rows({ items, stateOf, onEdit, children }: RowsProps) {
  const isLong = items.length > LONG_LIST;
  const count = 1 + items.length;
  const { drawn, rest, listRef, itemRef, onFocus, onBlur } = useVirtualList(count, !isLong);
  return (
    <ul ref={listRef} className={css.items} data-long={isLong || undefined} onFocus={onFocus} onBlur={onBlur}>
      {drawn.map(({ index, gap }) => {
        const item = items[index - 1];
        const position = isLong ? { index, count, ref: itemRef } : undefined;
        return (
          <Fragment key={item?.id ?? "all"}>
            {gap > 0 && <Gap height={gap} />}
            {item ? (
              <ItemRow {...item} state={stateOf(item.id)} onEdit={onEdit} {...position} />
            ) : (
              <ListRow {...position}>{children}</ListRow>
            )}
          </Fragment>
        );
      })}
      {rest > 0 && <Gap height={rest} />}
    </ul>
  );
}

/** A function with a stable identity that calls the latest one given. */
function useStable<T>(given: (value: T) => void): (value: T) => void {
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

/** A checkbox for a whole list: a click on an empty or mixed one ticks everything. */
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

/** The position of a row in a long list. */
type RowPosition = {
  readonly index?: number;
  /** The number of rows: a screen reader would count only those drawn. */
  readonly count?: number;
  readonly ref?: Ref<HTMLLIElement>;
};

/** The height of rows that are not drawn. */
function Gap({ height }: { readonly height: number }) {
  return <li aria-hidden="true" style={{ height }} />;
}

function ListRow({ index, count, ref, children }: RowPosition & { readonly children: ReactNode }) {
  return (
    <li
      ref={ref}
      className={css.item}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index === undefined ? undefined : index + 1}
    >
      {children}
    </li>
  );
}

type ItemRowProps = ListItem &
  RowPosition & {
    readonly state: TickState;
    onEdit(edit: ListEdit): void;
  };

// Memoised: a click changes only one of the visible rows.
const ItemRow = memo(function ItemRow({ id, name, detail, state, onEdit, ...position }: ItemRowProps) {
  return (
    <ListRow {...position}>
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
        aria-label={panels.onlyItem(detail === undefined ? name : `${name} ${detail}`)}
        onClick={() => onEdit({ only: id })}
      >
        {panels.only}
      </button>
    </ListRow>
  );
});
