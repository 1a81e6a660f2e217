/**
 * Option builders: pure functions from a model, the unit of its metric and the theme to the option that ECharts
 * draws. They import only types of the library, so they do not load it.
 */
import type { BarSeriesOption, LineSeriesOption, PieSeriesOption, SankeySeriesOption } from "echarts/charts";
import type {
  DataZoomComponentOption,
  GridComponentOption,
  TooltipComponentOption,
} from "echarts/components";
import type { ComposeOption } from "echarts/core";
import { charts } from "#texts/blocks";
import { blocks as copy } from "#texts/page";
import type { Unit } from "../../../generated/wire";
import type { ChartTheme } from "../../../kit/theme/chart";
import {
  formatCompact,
  formatDelta,
  formatMonths,
  formatNumber,
  formatPercent,
  formatUnit,
  PERCENT_SIGN,
} from "../../../texts/format";
import type { AxisModel, PieModel, Series } from "./models";
import { FIGURE_STYLE } from "./tooltipFont";

/** The options of the library that the charts use. */
export type ChartOption = ComposeOption<
  | LineSeriesOption
  | BarSeriesOption
  | PieSeriesOption
  | SankeySeriesOption
  | GridComponentOption
  | TooltipComponentOption
  | DataZoomComponentOption
>;

/** The unit and currency of a chart's figures. */
export type Figures = { readonly unit: Unit; readonly currency: string };

/** The colour of a series. */
export function seriesColour(colour: Series["colour"], theme: ChartTheme): string {
  if (colour === "previous") return theme.prev;
  if (colour === "target") return theme.ink2;
  return theme.colors[colour % theme.colors.length] ?? theme.ink;
}

/** A colour `#rrggbb` with an opacity from 0 to 1. */
export function faded(colour: string, opacity: number): string {
  const hex = /^#([\da-f]{6})$/i.exec(colour.trim())?.[1];
  if (!hex) return colour;
  const alpha = Math.round(Math.min(1, Math.max(0, opacity)) * 255);
  return `#${hex}${alpha.toString(16).padStart(2, "0")}`;
}

/** A figure on an axis: K, M and B, without the unit's words. */
export function axisFigure(value: number, unit: Unit, currency: string): string {
  return unit === "percent" ? formatPercent(value) : formatUnit(value, unit, { currency, round: true });
}

/** A figure of a chart with all its digits; a tenure in months, as on the axis and in the title. */
export function chartFigure(value: number | null | undefined, { unit, currency }: Figures): string {
  return unit === "months" ? formatMonths(value) : formatUnit(value, unit, { currency, inFull: true });
}

export function tooltip(
  theme: ChartTheme,
  figures: Figures,
  trigger: "axis" | "item",
): TooltipComponentOption {
  return {
    trigger,
    // The content security policy forbids the inline styles of HTML tooltips.
    renderMode: "richText",
    confine: true,
    backgroundColor: theme.surface,
    borderColor: theme.line,
    borderWidth: 1,
    padding: [10, 12],
    textStyle: { color: theme.ink2, fontFamily: theme.font, fontSize: 12 },
    axisPointer: { type: "line", lineStyle: { color: theme.cursor, type: "solid" } },
    valueFormatter: (value) => chartFigure(typeof value === "number" ? value : null, figures),
  };
}

/** A figure at a point: hidden and missing ones are said. */
function pointText({ values, hidden }: Series, at: number, figures: Figures): string {
  return hidden?.[at] ? copy.hidden.other : chartFigure(values[at], figures) || charts.noFigure;
}

/** The change from the year before to now at a point; null where there is none to say. */
function changeAt(series: readonly Series[], at: number): string | null {
  const before = series.find(({ colour }) => colour === "previous")?.values[at] ?? null;
  const now = series.find(({ colour }) => typeof colour === "number")?.values[at] ?? null;
  if (before === null || now === null || before <= 0) return null;
  return formatDelta((100 * (now - before)) / before) + PERCENT_SIGN;
}

/** A text in the style of figures. */
const inFigures = (text: string) => `{${FIGURE_STYLE}|${text}}`;

/** What a tooltip gets of a series at the point under the pointer. */
type Pointed = { readonly seriesId?: string; readonly dataIndex: number; readonly marker?: unknown };

/**
 * The tooltip of a point: its name, and the figures of all series there. The line of totals and the year before name their
 * own points, and say the change between them.
 */
export function pointTooltip(model: AxisModel, theme: ChartTheme, figures: Figures): TooltipComponentOption {
  const labels = model.fullLabels ?? model.labels;
  return {
    ...tooltip(theme, figures, "axis"),
    formatter: (given: unknown) => {
      const pointed = [given].flat() as readonly Pointed[];
      const at = pointed[0]?.dataIndex ?? 0;
      const shown = pointed.flatMap(({ seriesId, marker }) => {
        const one = model.series.find(({ key }) => key === seriesId);
        return one ? [{ one, marker: typeof marker === "string" ? marker : "" }] : [];
      });
      const change = changeAt(
        shown.map(({ one }) => one),
        at,
      );
      return [
        ...(shown.some(({ one }) => one.points) ? [] : [labels[at] ?? ""]),
        ...shown.map(
          ({ one, marker }) =>
            `${marker}${one.points?.[at] ?? one.name}   ${inFigures(pointText(one, at, figures))}`,
        ),
        ...(change === null ? [] : [`${charts.change}   ${inFigures(change)}`]),
      ].join("\n");
    },
  };
}

/** The marks of the points of a series that are hidden, on the axis: neither a gap nor a zero. */
export function hiddenMarks({ hidden }: Series, theme: ChartTheme): LineSeriesOption[] {
  if (!hidden?.some(Boolean)) return [];
  return [
    {
      type: "line",
      silent: true,
      tooltip: { show: false },
      lineStyle: { opacity: 0 },
      symbol: "rect",
      symbolSize: 8,
      showAllSymbol: true,
      itemStyle: { color: theme.surface, borderColor: theme.axis, borderType: "dashed", borderWidth: 1 },
      z: 4,
      data: hidden.map((why) => (why ? 0 : null)),
    },
  ];
}

type AxisStyle = {
  readonly bars?: boolean;
  readonly phone?: boolean | undefined;
  /** Writes the year with every month. */
  readonly years?: boolean | undefined;
  /** Leaves space before the first and after the last point, as for bars. */
  readonly bands?: boolean | undefined;
};

/** Up to this number every bar has its name, on two lines; of more, names that do not fit are left out. */
const MOST_NAMED_BARS = 8;
const NAME_EVERY_BAR = {
  interval: 0,
  hideOverlap: false,
  width: 80,
  overflow: "truncate",
  ellipsis: "…",
  lineHeight: 15,
} as const;
/** The approximate number of letters in one line of a bar's name. */
const NAME_LINE = 12;

/** A name on two lines: the first takes as many words as fit, the drawing cuts the second. */
export function twoLines(name: string): string {
  const words = name.split(" ");
  let first = words.shift() ?? "";
  while (words[0] !== undefined && first.length + 1 + words[0].length <= NAME_LINE)
    first += ` ${words.shift()}`;
  return words.length > 0 ? `${first}\n${words.join(" ")}` : first;
}

/** On a phone up to this number of names are horizontal; more are slanted, and long ones cut. */
const MOST_LEVEL_NAMES = 4;
const SLANT_EVERY_NAME = {
  interval: 0,
  hideOverlap: false,
  rotate: 40,
  width: 84,
  overflow: "truncate",
} as const;

function barNames(count: number, phone: boolean) {
  if (count > MOST_NAMED_BARS) return {};
  return phone && count > MOST_LEVEL_NAMES ? SLANT_EVERY_NAME : NAME_EVERY_BAR;
}

const SECONDS = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const MOST_STEPS = 5;

/** The scale of an axis that is written mm:ss: its steps are parts of a minute, or whole minutes. */
export function secondsScale(series: readonly Series[]): { interval: number; max: number } {
  const largest = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const hours = 3600 * Math.ceil(largest / (3600 * MOST_STEPS));
  const interval = SECONDS.find((step) => largest <= step * MOST_STEPS) ?? hours;
  return { interval, max: interval * Math.ceil(largest / interval) };
}

/** Whether there is a value and it is below 0, as money may be. */
export const isNegative = (value: number | null | undefined): boolean =>
  typeof value === "number" && value < 0;

/** Space above the highest point for its figure, horizontal or rotated. */
export const [LEVEL_TOP, UPRIGHT_TOP] = [28, 60];

export function axes(
  { labels, fullLabels = labels, axisLabels = labels }: AxisModel,
  theme: ChartTheme,
  { unit, currency }: Figures,
  { bars = false, phone = false, years = false, bands = bars }: AxisStyle,
  series: readonly Series[],
): ChartOption {
  const text = { color: theme.axis, fontFamily: theme.font, fontSize: 12 };
  const names = bars ? barNames(labels.length, phone) : {};
  const written = years ? labels : axisLabels;
  const shown = names === NAME_EVERY_BAR ? written.map(twoLines) : written;
  const goesBelow = series.some(({ values }) => values.some(isNegative));
  return {
    xAxis: {
      type: "category",
      data: [...fullLabels],
      boundaryGap: bands,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: theme.line } },
      axisLabel: {
        ...text,
        // The figure of a negative point is below it.
        margin: goesBelow && !bars ? LEVEL_TOP : 12,
        hideOverlap: true,
        ...names,
        formatter: (label: string, at: number) => shown[at] ?? label,
      },
    },
    yAxis: {
      type: "value",
      // By default the axis includes 0; an explicit minimum would not be one of its round steps.
      min: goesBelow ? undefined : 0,
      splitNumber: 4,
      minInterval: unit === "count" ? 1 : 0,
      ...(unit === "seconds" ? secondsScale(series) : {}),
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: theme.gridLine } },
      axisLabel: { ...text, margin: 12, formatter: (value: number) => axisFigure(value, unit, currency) },
    },
  };
}

export function grid(bottom: number, top = LEVEL_TOP): GridComponentOption {
  // Leaves space for the axis labels on every side, and for the last point's label above.
  // A rotated one leans over the right edge, too.
  const right = top === UPRIGHT_TOP ? 22 : 6;
  return { left: 0, right, top, bottom, outerBoundsMode: "same", outerBoundsContain: "axisLabel" };
}

/** How bars are drawn. */
export type BarStyle = {
  /** Whether the chart is as narrow as a phone. */
  readonly phone?: boolean;
  /** Keys of series the reader has switched off. */
  readonly hidden?: ReadonlySet<string>;
};

/** Bars: one group per label, one bar per series. */
export function barOption(
  model: AxisModel,
  figures: Figures,
  theme: ChartTheme,
  { phone, hidden }: BarStyle = {},
): ChartOption {
  const drawn = model.series.filter((one) => !hidden?.has(one.key));
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    grid: grid(4),
    ...axes(model, theme, figures, { bars: true, phone }, model.series),
    tooltip: { ...pointTooltip(model, theme, figures), axisPointer: { type: "none" } },
    series: drawn.flatMap((one) => [
      {
        type: "bar" as const,
        id: one.key,
        name: one.name,
        barMaxWidth: 40,
        // A bar of 0 is seen, where a missing one is not.
        barMinHeight: 2,
        barGap: "12%",
        itemStyle: { color: seriesColour(one.colour, theme), borderRadius: [4, 4, 0, 0] },
        // A bar has a rounded end, which is at the bottom if it is below 0.
        data: one.values.map((value) =>
          isNegative(value) ? { value, itemStyle: { borderRadius: [0, 0, 4, 4] } } : value,
        ),
      },
      ...hiddenMarks(one, theme),
    ]),
  };
}

/**
 * A ring with the sum in its middle; its legend is a list next to it.
 *
 * @param of what the sum counts
 * @param name the name of the series, shown above the slice under the pointer
 */
export function pieOption(model: PieModel, of: string, theme: ChartTheme, name?: string): ChartOption {
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    tooltip: {
      ...tooltip(theme, { unit: "count", currency: "" }, "item"),
      valueFormatter: (value) => {
        const slice = model.slices.find((one) => one.value === value);
        return `${formatNumber(Number(value), { inFull: true })}${slice ? ` (${formatPercent(slice.percent)})` : ""}`;
      },
    },
    series: [
      {
        type: "pie",
        name,
        radius: ["64%", "96%"],
        center: ["50%", "50%"],
        padAngle: model.slices.length > 1 ? 1 : 0,
        itemStyle: { borderColor: theme.surface, borderRadius: 4, borderWidth: 1 },
        label: { show: false },
        labelLine: { show: false },
        emphasis: { scaleSize: 3 },
        data: model.slices.map((slice, at) => ({
          name: slice.name,
          value: slice.value,
          itemStyle: { color: seriesColour(slice.colour, theme) },
          // One label in the middle: if every slice drew it, it would look bolder.
          label:
            at === 0
              ? {
                  show: true,
                  position: "center" as const,
                  formatter: `{sum|${formatSum(model.total)}}\n{name|${model.hidden ? charts.sumOfShown(of) : of}}`,
                  rich: {
                    sum: {
                      color: theme.ink,
                      fontFamily: theme.font,
                      fontSize: 20,
                      fontWeight: 600,
                      lineHeight: 26,
                    },
                    name: { color: theme.axis, fontFamily: theme.font, fontSize: 12, lineHeight: 18 },
                  },
                }
              : undefined,
        })),
      },
    ],
  };
}

function formatSum(total: number): string {
  return total >= 1e6 ? formatCompact(total) : formatNumber(total);
}
