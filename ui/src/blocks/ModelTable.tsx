import type { Unit } from "../api/generated/wire";
import { blocks as copy } from "../copy";
import { formatUnit } from "../format";
import { type AxisModel, tableOfModel } from "./chart/models";
import type { Cell } from "./csv";
import css from "./ModelTable.module.css";

/** Properties of {@link ModelTable}. */
export type ModelTableProps = {
  readonly title: string;
  readonly model: AxisModel;
  readonly firstColumn: string;
  readonly unit: Unit;
  readonly currency: string;
};

/** The figures of a chart as rows of a file. */
export function modelRows(model: AxisModel, firstColumn: string): Cell[][] {
  return [[firstColumn, ...model.series.map(({ name }) => name)], ...tableOfModel(model)];
}

/** The figures of a chart as a table, in the order they are drawn. */
export function ModelTable({ title, model, firstColumn, unit, currency }: ModelTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is scrolled with the keyboard too.
    <section className={css.scroller} aria-label={copy.figuresOf(title)} tabIndex={0}>
      <table className={css.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{firstColumn}</th>
            {model.series.map(({ name }) => (
              <th key={name} scope="col" className={css.figures}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {model.labels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {model.series.map(({ name, values }) => (
                <td key={name} className={css.figures}>
                  {formatUnit(values[at] ?? null, unit, { currency })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
