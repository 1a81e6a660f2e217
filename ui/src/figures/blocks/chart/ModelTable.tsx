import { charts as copy } from "#texts/blocks";
import type { LeastDecimals } from "../../../texts/format";
import { WayLink } from "../../ways/WayLink";
import type { FigureInfo } from "../figureInfo";
import { type Cell, withUnit } from "../frame/csv";
import { FigureName } from "../frame/FigureName";
import { FigureCell } from "../frame/FigureText";
import { hiddenInFile } from "../frame/HiddenFigure";
import css from "./ModelTable.module.css";
import { type AxisModel, fullLabelsOf, tableOfModel } from "./models";

/** A longer name of a column is cut after three lines. */
const LONG_NAME = 40;

export type ModelTableProps = {
  readonly title: string;
  readonly model: AxisModel;
  readonly firstColumn: string;
  /** The figures of the columns: one each, or one for all. */
  readonly figures: readonly FigureInfo[];
  readonly currency: string;
  /** Where a row leads on to; null for nowhere. */
  wayOf?(at: number): string | null;
  /** The minimum number of decimals of percentages. */
  readonly percentDecimals?: LeastDecimals | undefined;
};

/**
 * The figures of a chart as rows of a file. Without the chart's title, each header must name what its column
 * contains: the figure with its unit, and its period or group.
 *
 * @param leastMembers the fewest members that a figure may be about
 */
export function modelRows(
  model: AxisModel,
  firstColumn: string,
  figures: readonly Pick<FigureInfo, "label" | "unit">[],
  currency: string,
  leastMembers: number,
): Cell[][] {
  const heads = model.series.map(({ name, colour }, at) => {
    const figure = figures[at] ?? figures[0];
    if (!figure) return name;
    if (colour === "target") return withUnit(name, figure.unit, currency);
    const head = withUnit(figure.label, figure.unit, currency);
    return name === figure.label ? head : `${head}: ${name}`;
  });
  return [[firstColumn, ...heads], ...tableOfModel(model, (why) => hiddenInFile(why, leastMembers))];
}

/** The figures of a chart as a table, in the order they are drawn. */
export function ModelTable(props: ModelTableProps) {
  const { title, model, firstColumn, figures, currency, percentDecimals, wayOf } = props;
  const named = (label: string, at: number) => {
    const to = wayOf?.(at) ?? null;
    return to === null ? label : <WayLink to={to}>{label}</WayLink>;
  };
  const unit = figures[0]?.unit ?? "count";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll the box.
    <section className={css.scroller} aria-label={copy.figuresOf(title)} tabIndex={0}>
      <table className={css.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{firstColumn}</th>
            {model.series.map(({ key, name }, at) => (
              <th key={key} scope="col" className={css.figures}>
                <span className={name.length > LONG_NAME ? css.long : undefined}>
                  <FigureName name={name} figure={figures[at] ?? figures[0]} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fullLabelsOf(model).map((label, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have the same name.
            <tr key={at}>
              <th scope="row">{named(label, at)}</th>
              {model.series.map(({ key, values, hidden }) => (
                <td key={key} className={css.figures}>
                  <FigureCell
                    value={values[at]}
                    unit={unit}
                    currency={currency}
                    percentDecimals={percentDecimals}
                    hidden={hidden?.[at] ?? undefined}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
