import { type ReactNode, useId, useState } from "react";
import { parts as copy } from "#texts/admin";
import { Checkbox } from "../Checkbox";
import { SearchField } from "../SearchField";
import css from "./CheckList.module.css";

/** Longer lists can be searched. */
const LONG = 12;

/** A value that can be chosen. */
export type Choice<V> = {
  readonly value: V;
  readonly title: string;
  readonly detail?: ReactNode;
  readonly disabled?: boolean;
};

type CheckListProps<V> = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the choice. */
  readonly error?: string | null;
  readonly name?: string;
  readonly choices: readonly Choice<V>[];
  /** What is chosen. */
  readonly value: readonly V[];
  readonly onChange: (value: readonly V[]) => void;
  readonly disabled?: boolean;
  /** Something to choose beside one that is chosen. */
  readonly beside?: (value: V) => ReactNode;
};

/** A choice of any number of values, in the order of the list. */
export function CheckList<V extends string | number>(props: CheckListProps<V>) {
  const { label, hint, error, name, choices, value: chosen, onChange, disabled = false, beside } = props;
  const errorId = useId();
  const [search, setSearch] = useState("");
  const isLong = choices.length > LONG;
  const wanted = search.trim().toLowerCase();
  const shown = choices.filter(({ title }) => title.toLowerCase().includes(wanted));
  const set = (value: V, isChosen: boolean) =>
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((one) => (one === value ? isChosen : chosen.includes(one))),
    );
  return (
    <fieldset
      className={css.list}
      name={name}
      disabled={disabled}
      aria-describedby={error ? errorId : undefined}
    >
      <legend>{label}</legend>
      {hint && <p className={css.hint}>{hint}</p>}
      {isLong && (
        <SearchField
          label={copy.searchIn(label)}
          placeholder={copy.search}
          value={search}
          onChange={setSearch}
        />
      )}
      <div className={css.choices} data-long={isLong || undefined}>
        {shown.map(({ value, title, detail, disabled: isClosed = false }) => {
          const isChosen = chosen.includes(value);
          return (
            <div key={value} className={css.choice}>
              <Checkbox
                checked={isChosen}
                disabled={disabled || isClosed}
                isInvalid={Boolean(error)}
                onChange={(next) => set(value, next)}
                label={
                  <>
                    {title}
                    {detail && <span className={css.detail}>{detail}</span>}
                  </>
                }
              />
              {isChosen && beside?.(value)}
            </div>
          );
        })}
        {shown.length === 0 && <p className={css.hint}>{copy.nothingFound}</p>}
      </div>
      {error && (
        <p id={errorId} className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
