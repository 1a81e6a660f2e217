/**
 * Option builders: pure functions from a model, the unit of its metric and the theme to what ECharts
 * draws. Only types of the library are named here, so nothing of it is loaded.
 */
import type { BarSeriesOption, LineSeriesOption, PieSeriesOption } from "echarts/charts";
import type {
  DataZoomComponentOption,
  GridComponentOption,
  TooltipComponentOption,
} from "echarts/components";
import type { ComposeOption } from "echarts/core";
import type { Unit } from "../../api/generated/wire";
import { formatCompact, formatMonths, formatNumber, formatPercent, formatUnit } from "../../format";
import type { ChartTheme } from "../../theme/chart";
import type { AxisModel, PieModel, Series } from "./models";

/** Everything our charts may ask of the library. */
export type ChartOption = ComposeOption<
  | LineSeriesOption
  | BarSeriesOption
  | PieSeriesOption
  | GridComponentOption
  | TooltipComponentOption
  | DataZoomComponentOption
>;

/** What a chart's figures are. */
export type Figures = { readonly unit: Unit; readonly currency: string };

/** What a slider shows, in percent of everything. */
export type ZoomRange = { readonly start: number; readonly end: number };

/** How a line chart is drawn. */
export type LineStyle = {
  /** The slider below; it opens on {@link zoomEnd}. */
  readonly zoom?: boolean;
  /** The slider opens on everything. */
  readonly wholeRange?: boolean;
  /** Where the reader left the slider; overrides everything else. */
  readonly range?: ZoomRange | undefined;
  readonly smooth?: boolean;
  /** A figure at every point instead of at the last one only. */
  readonly pointLabels?: boolean;
  /** Writes the year with every month. */
  readonly years?: boolean | undefined;
  /** Keys of series the reader has switched off. */
  readonly hidden?: ReadonlySet<string>;
};

const ZOOM_SHARE = 0.1;
const ZOOM_LEAST_POINTS = 6;

/** The last point a zoomed chart opens with: the first 10 percent, never fewer than 6 points. */
export function zoomEnd(points: number): number {
  return Math.min(points, Math.max(ZOOM_LEAST_POINTS, Math.ceil(points * ZOOM_SHARE))) - 1;
}

/** The colour of a series. */
export function seriesColour(colour: Series["colour"], theme: ChartTheme): string {
  if (colour === "previous") return theme.prev;
  return theme.colors[colour % theme.colors.length] ?? theme.ink;
}

/** The same colour, see-through: `#rrggbb` and an opacity from 0 to 1. */
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

/** A figure of a chart with all its digits; a tenure in months, as the axis and the title have it. */
export function chartFigure(value: number | null | undefined, { unit, currency }: Figures): string {
  return unit === "months" ? formatMonths(value) : formatUnit(value, unit, { currency, inFull: true });
}

function tooltip(theme: ChartTheme, figures: Figures, trigger: "axis" | "item"): TooltipComponentOption {
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

type AxisStyle = {
  readonly bars?: boolean;
  readonly phone?: boolean | undefined;
  /** Writes the year with every month. */
  readonly years?: boolean | undefined;
  /** Keeps room before the first and after the last point, as bars do. */
  readonly bands?: boolean | undefined;
};

/** Up to here every bar has its name, on two lines; beyond, names that do not fit are left out. */
const MOST_NAMED_BARS = 8;
const NAME_EVERY_BAR = {
  interval: 0,
  hideOverlap: false,
  width: 80,
  overflow: "truncate",
  ellipsis: "…",
  lineHeight: 15,
} as const;
/** About as many letters as a line of a bar's name holds. */
const NAME_LINE = 12;

/** A name on two lines: the first takes as many words as fit, the drawing cuts the second. */
export function twoLines(name: string): string {
  const words = name.split(" ");
  let first = words.shift() ?? "";
  while (words[0] !== undefined && first.length + 1 + words[0].length <= NAME_LINE)
    first += ` ${words.shift()}`;
  return words.length > 0 ? `${first}\n${words.join(" ")}` : first;
}

/** On a phone this many names are horizontal; more are slanted, and long ones cut. */
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
const isNegative = (value: number | null | undefined): boolean => typeof value === "number" && value < 0;

/** Room above the highest point for its figure, level and upright. */
const [LEVEL_TOP, UPRIGHT_TOP] = [28, 44];

function axes(
  { labels, axisLabels = labels }: Pick<AxisModel, "labels" | "axisLabels">,
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
      data: [...labels],
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
      // Left to itself the axis holds 0 too; a least value of our own would not be one of its round steps.
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

function grid(bottom: number, top = LEVEL_TOP): GridComponentOption {
  // The plot keeps clear of the axis labels on every side, and of the last point's label above.
  return { left: 0, right: 6, top, bottom, outerBoundsMode: "same", outerBoundsContain: "axisLabel" };
}

function lastPoint(values: readonly (number | null)[]): number {
  return values.findLastIndex((value) => value !== null);
}

/** Below this share of the largest value there is no room for a figure between a point and the axis. */
const ROOM_BELOW = 0.15;

/** Whether the line falls to the point, so that a figure above it would lie on the line. */
function fallsTo(values: readonly (number | null)[], at: number): boolean {
  const [before, value] = [values[at - 1] ?? null, values[at] ?? null];
  if (before === null || value === null) return false;
  return value < before && value > ROOM_BELOW * Math.max(...values.map((one) => one ?? 0));
}

/** Whether no line leads to the point or from it, so that only a mark shows it. */
function standsAlone(values: readonly (number | null)[], at: number): boolean {
  const has = (index: number) => (values[index] ?? null) !== null;
  return has(at) && !has(at - 1) && !has(at + 1);
}

/** The figure at a point: short where every point has one, as the tooltip has the exact ones. */
function pointFigure(value: number, { unit, currency }: Figures, everyPoint = false): string {
  if (!everyPoint) return unit === "months" ? formatMonths(value) : formatUnit(value, unit, { currency });
  // Three digits tell points apart, and leave room for the next one.
  return formatUnit(Number(value.toPrecision(3)), unit, { currency, round: true });
}

/** Up to so many points every one of them has its figure; of more, those that fit. */
const MOST_LABELS = 12;
const UPRIGHT = { position: "top", rotate: 60, align: "left", verticalAlign: "middle", distance: 8 } as const;
const UPRIGHT_BELOW = { ...UPRIGHT, position: "bottom", align: "right" } as const;
/** A mark that shows under the pointer only. */
const UNMARKED = { itemStyle: { opacity: 0 }, emphasis: { itemStyle: { opacity: 1 } } };
/** About what a letter of a figure takes, what stays free between two figures, and what the axis takes. */
const [LETTER, BETWEEN, AXIS] = [6.5, 2, 48];

/** The width that the figures of every point need side by side. */
function levelWidth(series: readonly Series[], figures: Figures): number {
  const written = series.flatMap(({ values }) =>
    values.map((value) => (value === null ? 0 : pointFigure(value, figures, true).length)),
  );
  const points = Math.max(0, ...series.map(({ values }) => values.length));
  return AXIS + points * (LETTER * Math.max(0, ...written) + BETWEEN);
}

/** Whether the line falls after the point, so that a figure below it would lie on the line. */
function goesOnFalling(values: readonly (number | null)[], at: number): boolean {
  const [value, after] = [values[at] ?? null, values[at + 1] ?? null];
  return value !== null && after !== null && after < value;
}

function lineSeries(
  one: Series,
  alone: boolean,
  theme: ChartTheme,
  figures: Figures,
  style: LineStyle,
  upright: boolean,
): LineSeriesOption {
  const colour = seriesColour(one.colour, theme);
  const before = one.colour === "previous";
  const labelled = alone && !before;
  const last = lastPoint(one.values);
  const marks = one.values.map((_, at) => standsAlone(one.values, at));
  const label = {
    show: true,
    position: "top" as "top" | "bottom",
    distance: 8,
    color: theme.ink,
    fontFamily: theme.font,
    fontWeight: 600,
    fontSize: 12,
    // Stays readable where a line runs behind it.
    textBorderColor: theme.surface,
    textBorderWidth: 3,
    formatter: ({ value }: { value?: unknown }) =>
      typeof value === "number" ? pointFigure(value, figures, style.pointLabels) : "",
  };
  return {
    type: "line",
    name: one.name,
    smooth: style.smooth ?? false,
    // With so many, some are left out; the tooltip has them.
    labelLayout: style.pointLabels && one.values.length > MOST_LABELS ? { hideOverlap: true } : undefined,
    symbol: "circle",
    symbolSize: 8,
    showSymbol: labelled || marks.includes(true),
    showAllSymbol: true,
    itemStyle: { color: colour, borderColor: theme.surface, borderWidth: 1.5 },
    lineStyle: before ? { width: 1.5, type: [4, 4], color: colour } : { width: 2.25, color: colour },
    emphasis: { disabled: before },
    z: before ? 1 : 2,
    areaStyle: labelled
      ? {
          color: {
            type: "linear",
            x: 0,
            y: 0,
            x2: 0,
            y2: 1,
            colorStops: [
              { offset: 0, color: faded(colour, 0.14) },
              { offset: 1, color: faded(colour, 0) },
            ],
          },
        }
      : undefined,
    data: one.values.map((value, at) => {
      if (!labelled) return marks.includes(true) && !marks[at] ? { value, ...UNMARKED } : value;
      const below = isNegative(value) || (fallsTo(one.values, at) && !goesOnFalling(one.values, at));
      const position = below ? "bottom" : label.position;
      if (upright) return { value, label: { ...label, ...(isNegative(value) ? UPRIGHT_BELOW : UPRIGHT) } };
      if (style.pointLabels) return { value, label: { ...label, position } };
      // Only the last point has a mark and a figure; the others show theirs under the pointer.
      if (at !== last) return marks[at] ? value : { value, ...UNMARKED };
      // At the right edge a centred figure would be cut off; a single point is in the middle.
      if (one.values.length === 1) return { value, label: { ...label, position } };
      return { value, label: { ...label, position, align: "right" as const, offset: [5, 0] } };
    }),
  };
}

/** Lines by period: one metric with its dashed line of a year before, or one line a group. */
export function lineOption(
  model: AxisModel,
  figures: Figures,
  theme: ChartTheme,
  style: LineStyle = {},
): ChartOption {
  const drawn = model.series.filter((one) => !style.hidden?.has(one.key));
  const alone = model.series.filter((one) => one.colour !== "previous").length === 1;
  const zoomed = style.zoom === true && model.labels.length > ZOOM_LEAST_POINTS;
  const bottom = zoomed ? 44 : 4;
  const lines = (upright: boolean) => ({
    grid: grid(bottom, upright ? UPRIGHT_TOP : LEVEL_TOP),
    series: drawn.map((one) => lineSeries(one, alone, theme, figures, style, upright)),
  });
  const labelled = drawn.filter((one) => alone && one.colour !== "previous");
  return {
    animationDuration: 400,
    textStyle: { fontFamily: theme.font },
    ...axes(model, theme, figures, { years: style.years, bands: style.pointLabels }, drawn),
    tooltip: tooltip(theme, figures, "axis"),
    dataZoom: zoomed ? [zoomSlider(model.labels.length, style, theme)] : undefined,
    ...lines(false),
    // Where the figures of all points have no room side by side they are written upwards.
    ...(style.pointLabels && labelled.length > 0
      ? {
          media: [
            { query: { maxWidth: Math.ceil(levelWidth(labelled, figures)) }, option: lines(true) },
            { option: lines(false) },
          ],
        }
      : {}),
  };
}

/** Whether a slider that was moved to these percentages shows everything. */
export function showsWhole({ start, end }: ZoomRange): boolean {
  return start <= 0 && end >= 100;
}

function zoomSlider(
  points: number,
  { wholeRange, range }: LineStyle,
  theme: ChartTheme,
): DataZoomComponentOption {
  return {
    type: "slider",
    ...(range ?? { startValue: 0, endValue: wholeRange ? points - 1 : zoomEnd(points) }),
    // Between two points there is a line; a single one has a mark only under the pointer.
    minValueSpan: 1,
    height: 10,
    bottom: 6,
    left: 32,
    right: 24,
    showDetail: false,
    showDataShadow: false,
    brushSelect: false,
    borderColor: "transparent",
    backgroundColor: theme.gridLine,
    fillerColor: faded(seriesColour(0, theme), 0.22),
    handleSize: 22,
    handleStyle: { color: theme.surface, borderColor: theme.cursor },
    moveHandleSize: 0,
  };
}

/** How bars are drawn. */
export type BarStyle = {
  /** There is only a phone's width for them. */
  readonly phone?: boolean;
  /** Keys of series the reader has switched off. */
  readonly hidden?: ReadonlySet<string>;
};

/** Bars: one group a label, one bar a series. */
export function barOption(
  model: AxisModel,
  figures: Figures,
  theme: ChartTheme,
  { phone, hidden }: BarStyle = {},
): ChartOption {
  return {
    animationDuration: 400,
    textStyle: { fontFamily: theme.font },
    grid: grid(4),
    ...axes(model, theme, figures, { bars: true, phone }, model.series),
    tooltip: { ...tooltip(theme, figures, "axis"), axisPointer: { type: "none" } },
    series: model.series
      .filter((one) => !hidden?.has(one.key))
      .map((one) => ({
        type: "bar" as const,
        name: one.name,
        barMaxWidth: 40,
        barGap: "12%",
        itemStyle: { color: seriesColour(one.colour, theme), borderRadius: [4, 4, 0, 0] },
        // A bar is round where it ends, and one below 0 ends at its foot.
        data: one.values.map((value) =>
          isNegative(value) ? { value, itemStyle: { borderRadius: [0, 0, 4, 4] } } : value,
        ),
      })),
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
    animationDuration: 400,
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
          // One label in the middle: every slice drawing it would only make it bolder.
          label:
            at === 0
              ? {
                  show: true,
                  position: "center" as const,
                  formatter: `{sum|${formatSum(model.total)}}\n{name|${of}}`,
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
