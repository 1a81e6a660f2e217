import { charts } from "#texts/blocks";
import { blocks as copy } from "#texts/page";
import { type AxisModel, fullLabelsOf, type Series } from "./models";

/**
 * The text of a chart for screen readers: where each line begins and ends, with the days that an unfinished
 * period counts, or every bar. The table of the chart has all figures.
 *
 * @param hidden the keys of the series that the reader has hidden
 */
export function spokenChart(
  title: string,
  kind: "line" | "bars",
  model: AxisModel,
  hidden: ReadonlySet<string>,
  write: (value: number | null | undefined) => string,
): string {
  const labels = fullLabelsOf(model);
  const series = model.series.filter(({ key }) => !hidden.has(key));
  if (labels.length === 0 || series.length === 0) return charts.chartText(title, []);
  const figure = ({ values, hidden }: Series, at: number) =>
    hidden?.at(at) ? copy.hidden.other : write(values.at(at)) || charts.noFigure;
  if (kind === "bars") {
    const figures = (at: number) =>
      series.map((one) =>
        series.length > 1 ? charts.namedFigure(one.name, figure(one, at)) : figure(one, at),
      );
    return charts.chartText(
      title,
      labels.map((label, at) => copy.pointText(label, figures(at).join(", "))),
    );
  }
  const point = (one: Series, at: number) => copy.pointText(labels.at(at) ?? "", figure(one, at));
  const lines = series.map((one) => {
    const line = charts.fromTo(point(one, 0), point(one, -1));
    return series.length > 1 ? charts.namedLine(one.name, line) : line;
  });
  return charts.chartText(title, lines);
}
