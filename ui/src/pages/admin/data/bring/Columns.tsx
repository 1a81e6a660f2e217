import { useState } from "react";
import { bring as copy } from "#texts/bring";
import type {
  FilledColumn,
  FilledTable,
  LoadFault,
  MappingChange,
  RecognisedColumn,
} from "../../../../generated/wire";
import { TextInput } from "../../../../kit/parts/TextInput";
import { Select } from "../../../../kit/Select";
import { tableName } from "../TableName";
import css from "./bring.module.css";
import { FirstRows } from "./FirstRows";
import { isAbout } from "./faults";
import { proposedFor } from "./proposal";
import { useEntered } from "./useEntered";

type ColumnsProps = {
  readonly file: string;
  readonly names: readonly string[];
  readonly filled: FilledTable;
  /** What was proposed for its columns. */
  readonly proposed: readonly RecognisedColumn[];
  readonly faults: readonly LoadFault[];
  readonly onChange: (change: MappingChange) => void;
};

const SAME = "=";
const NOTHING = "";
const TEMPLATE = "t";
const COMMON = "p";

const isFilled = ({ from, value, common, template }: FilledColumn) =>
  from !== null || value !== null || common !== null || template !== null;

/** The first rows of a table as Bond reads them, with a list above each column of what fills it. */
export function Columns({ file, names, filled, proposed, faults, onChange }: ColumnsProps) {
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
  return (
    <>
      <FirstRows
        title={copy.firstRows(file, tableName(table))}
        columns={shown.map(({ column }) => ({
          name: column.column,
          head: (
            <Head
              column={column}
              names={names}
              place={place}
              proposed={proposedFor(proposed, column)}
              onChange={onChange}
            />
          ),
        }))}
        rows={rows.map(({ line, cells }) => ({
          key: line,
          cells: shown.map(({ column, at }) => ({
            text: cells[at],
            wrong: faults.find((fault) => fault.line === line && isAbout(column, fault))?.text,
          })),
        }))}
      />
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
  readonly proposed: RecognisedColumn | null;
};

/** The name of a column, and what fills it. */
function Head({ column: filled, names, place, proposed, onChange }: HeadProps) {
  const { column, mayBeEmpty, from, value, common, template } = filled;
  // The same value is chosen before it is entered.
  const [isSame, setSame] = useState(false);
  const of = (name: string) => `c${name}`;
  const source = template !== null ? TEMPLATE : from !== null ? of(from) : common !== null ? COMMON : NOTHING;
  const is = value !== null || isSame ? SAME : source;
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
          // Without a line of its own, that of the program counts.
          common === null
            ? { value: NOTHING, label: mayBeEmpty ? copy.nothing : copy.missing }
            : { value: COMMON, label: copy.commonValue(common) },
          { value: SAME, label: copy.sameValue },
          ...(template === null ? [] : [{ value: TEMPLATE, label: template }]),
          ...known.map((name) => ({ value: of(name), label: name })),
        ]}
      />
      {is === SAME && (
        <Constant
          label={copy.valueOf(column)}
          value={value ?? ""}
          onSave={(entered) => onChange({ value: { place, column, value: entered } })}
        />
      )}
      {proposed?.sure && !isSame && (
        <span className={css.sure}>
          {copy.sure[proposed.sure]}
          {proposed.note && `: ${proposed.note}`}
        </span>
      )}
    </div>
  );
}

type ConstantProps = {
  readonly label: string;
  readonly value: string;
  readonly onSave: (value: string) => void;
};

function Constant({ label, value, onSave }: ConstantProps) {
  const entered = useEntered(value, onSave);
  return (
    <TextInput
      name="value"
      error={null}
      aria-label={label}
      placeholder={copy.value}
      className={css.constant}
      // Chosen a moment ago.
      autoFocus={value === ""}
      {...entered}
    />
  );
}
