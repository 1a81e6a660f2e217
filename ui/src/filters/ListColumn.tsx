import { useId } from "react";
import { filters as copy } from "../copy";
import { Checkbox } from "../ui/Checkbox";
import css from "./ListColumn.module.css";
import type { ListId } from "./model";
import { allState, isTicked, only, type Selection, toggle, toggleAll } from "./selection";

/** Properties of {@link ListColumn}. */
export type ListColumnProps = {
  readonly list: ListId;
  readonly items: readonly { readonly id: number; readonly name: string }[];
  readonly selection: Selection;
  onChange(selection: Selection): void;
};

/** One list of a filter: its All box, and each item with its ONLY button. */
export function ListColumn({ list, items, selection, onChange }: ListColumnProps) {
  const heading = useId();
  const listed = items.map((item) => item.id);
  const title = copy.lists[list];
  return (
    <section className={css.column} aria-labelledby={heading}>
      <h3 id={heading} className={css.heading}>
        {title}
      </h3>
      {items.length === 0 ? (
        <p className={css.empty}>{copy.emptyLists[list]}</p>
      ) : (
        <ul className={css.items}>
          <li className={css.item}>
            <Checkbox
              checked={allState(selection, listed)}
              label={
                <>
                  {copy.all}
                  <span className="sr-only"> {title}</span>
                </>
              }
              strong
              onChange={() => onChange(toggleAll(selection))}
            />
          </li>
          {items.map((item) => (
            <li key={item.id} className={css.item}>
              <Checkbox
                checked={isTicked(selection, item.id)}
                label={item.name}
                onChange={() => onChange(toggle(selection, item.id, listed))}
              />
              <button
                type="button"
                className={css.only}
                aria-label={copy.onlyItem(item.name)}
                onClick={() => onChange(only(item.id, listed))}
              >
                {copy.only}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
