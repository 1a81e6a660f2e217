import { useState } from "react";
import { bring as copy } from "#texts/bring";
import type { FilledColumn, FilledTable, LoadFault, MappingChange } from "../../../../generated/wire";
import { ScrollBox } from "../../../../kit/DataTable";
import { TextInput } from "../../../../kit/parts/TextInput";
import { Select } from "../../../../kit/Select";
import css from "./bring.module.css";
import { isAbout } from "./faults";

type ColumnsProps = {
  readonly file: string;
  readonly names: readonly string[];
  readonly filled: FilledTable;
  readonly faults: readonly LoadFault[];
  readonly onChange: (change: MappingChange) => void;
};

const SAME = "=";
const NOTHING = "";
const TEMPLATE = "t";

const isFilled = ({ from, value, template }: FilledColumn) =>
  from !== null || value !== null || template !== null;

/** The first rows of a table as Bond reads them, with a list above each column of what fills it. */
export function Columns({ file, names, filled, faults, onChange }: ColumnsProps) {
  const { table, place, columns, rows } = filled;
  // Columns that may stay empty are there once they are asked for.
  const [asked, setAsked] = useState<readonly string[]>([]);
  const shown = columns
    .map((column, at) => ({ column, at }))
    .filter(({ column }) => isFilled(column) || !column.mayBeEmpty || asked.includes(column.column));
  const others = columns.filter((column) => !shown.some((one) => one.column === column));
  const used = columns.flatMap(({ from, template }) =>
    template === null ? [from] : names.filter((name) => template.includes(`{${name}}`)),
  );
  const unused = names.filter((name) => !used.includes(name));
  const title = copy.firstRows(file, copy.tables[table] ?? table);
  return (
    <>
      <ScrollBox label={title} className={css.box}>
        <table className={css.table}>
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {shown.map(({ column }) => (
                <th key={column.column} scope="col">
                  <Head column={column} names={names} place={place} onChange={onChange} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells }) => (
              <tr key={line}>
                {shown.map(({ column, at }) => {
                  const wrong = faults.find((fault) => fault.line === line && isAbout(column, fault));
                  return (
                    <td key={column.column} data-wrong={wrong ? true : undefined} title={wrong?.text}>
                      {cells[at]}
                    </td>
                  );
                })}
              </tr>
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={shown.length} className={css.quiet}>
                  {copy.noRows}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </ScrollBox>
      {(others.length > 0 || unused.length > 0) && (
        <div className={css.rest}>
          {others.length > 0 && (
            <Select
              label={copy.addColumn}
              value=""
              onChange={(name) => setAsked([...asked, name])}
              options={[
                { value: "", label: copy.addColumnHint },
                ...others.map(({ column }) => ({ value: column, label: column })),
              ]}
            />
          )}
          {unused.length > 0 && <p className={css.quiet}>{copy.unused(unused.join(", "))}</p>}
        </div>
      )}
    </>
  );
}

type HeadProps = Pick<ColumnsProps, "names" | "onChange"> & {
  readonly column: FilledColumn;
  readonly place: FilledTable["place"];
};

/** The name of a column, and what fills it. */
function Head({ column: { column, mayBeEmpty, from, value, template }, names, place, onChange }: HeadProps) {
  // The same value is chosen before it is entered.
  const [isSame, setSame] = useState(false);
  const of = (name: string) => `c${name}`;
  const is =
    value !== null || isSame ? SAME : template !== null ? TEMPLATE : from === null ? NOTHING : of(from);
  const known = from === null || names.includes(from) ? names : [from, ...names];

  function choose(chosen: string) {
    setSame(chosen === SAME);
    if (chosen === NOTHING) onChange({ nothing: { place, column } });
    else if (chosen.startsWith("c")) onChange({ column: { place, column, from: chosen.slice(1) } });
  }

  return (
    <div className={css.head}>
      <span className={css.name}>
        {column}
        {!mayBeEmpty && (
          <>
            <span aria-hidden="true" className={css.star}>
              *
            </span>
            <span className="sr-only"> ({copy.required})</span>
          </>
        )}
      </span>
      <Select
        label={copy.fillOf(column)}
        hideLabel
        className={css.source}
        value={is}
        onChange={choose}
        error={null}
        options={[
          { value: NOTHING, label: mayBeEmpty ? copy.nothing : copy.missing },
          { value: SAME, label: copy.sameValue },
          ...(template === null ? [] : [{ value: TEMPLATE, label: template }]),
          ...known.map((name) => ({ value: of(name), label: name })),
        ]}
      />
      {is === SAME && (
        <Constant
          key={value ?? ""}
          label={copy.valueOf(column)}
          value={value ?? ""}
          onSave={(entered) => onChange({ value: { place, column, value: entered } })}
        />
      )}
    </div>
  );
}

type ConstantProps = {
  readonly label: string;
  readonly value: string;
  readonly onSave: (value: string) => void;
};

/** A value that is taken once it is complete: when the field is left, or with Enter. */
function Constant({ label, value, onSave }: ConstantProps) {
  const [entered, setEntered] = useState(value);
  const save = () => entered !== "" && entered !== value && onSave(entered);
  return (
    <TextInput
      name="value"
      error={null}
      aria-label={label}
      placeholder={copy.value}
      className={css.constant}
      value={entered}
      // Chosen a moment ago.
      autoFocus={value === ""}
      onChange={setEntered}
      onBlur={save}
      onKeyDown={(event) => event.key === "Enter" && save()}
    />
  );
}
