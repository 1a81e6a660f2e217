/** The options of line charts: pure functions, like those in `options`. */
import type { LineSeriesOption } from "echarts/charts";
import type { DataZoomComponentOption } from "echarts/components";
import type { ChartTheme } from "../../../kit/theme/chart";
import { formatMonths, formatUnit } from "../../../texts/format";
import type { AxisModel, Series } from "./models";
import {
  axes,
  type ChartOption,
  type Figures,
  faded,
  grid,
  hiddenMarks,
  isNegative,
  LEVEL_TOP,
  pointTooltip,
  seriesColour,
  UPRIGHT_TOP,
} from "./options";

/** The range of a slider, in percent of all points. */
export type ZoomRange = { readonly start: number; readonly end: number };

/** How a line chart is drawn. */
export type LineStyle = {
  /** Adds a slider below many points; at first it begins at {@link zoomStart}. */
  readonly zoom?: boolean;
  /** The slider shows everything at first. */
  readonly wholeRange?: boolean;
  /** The range chosen by the reader; overrides the others. */
  readonly range?: ZoomRange | undefined;
  readonly smooth?: boolean;
  /** Writes a figure at every point instead of only at the last one. */
  readonly pointLabels?: boolean;
  /** Writes the year with every month. */
  readonly years?: boolean | undefined;
  /** Keys of series the reader has switched off. */
  readonly hidden?: ReadonlySet<string>;
  readonly marks?: readonly PointMark[];
};

/** A numbered mark at a point, or over several. */
export type PointMark = { readonly number: number; readonly from: number; readonly to: number };

/** Up to this number of points a chart shows all of them. */
const MOST_WHOLE_POINTS = 36;
const ZOOM_SHARE = 0.1;
const ZOOM_LEAST_POINTS = 6;

/** The first point that a zoomed chart shows at first: of the last 10 percent, but at least 6 points. */
export function zoomStart(points: number): number {
  return points - Math.max(ZOOM_LEAST_POINTS, Math.ceil(points * ZOOM_SHARE));
}

/** Whether a zoomed chart leaves out points at first, and so has a slider. */
export function hasSlider(zoom: boolean | undefined, points: number): boolean {
  return zoom === true && points > MOST_WHOLE_POINTS;
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

/** Whether last year's point is above an isolated point, so that a figure above would cover it. */
function liesUnder(
  values: readonly (number | null)[],
  lastYear: readonly (number | null)[],
  at: number,
): boolean {
  const [value, before] = [values[at] ?? null, lastYear[at] ?? null];
  if (value === null || before === null || !isIsolated(values, at)) return false;
  return before > value && value > ROOM_BELOW * before;
}

/** Whether a point has no line on either side, so that only a mark shows it. */
function isIsolated(values: readonly (number | null)[], at: number): boolean {
  const has = (index: number) => (values[index] ?? null) !== null;
  return has(at) && !has(at - 1) && !has(at + 1);
}

/** The figure at a point: short if every point has one, because the tooltip has the exact ones. */
function pointFigure(value: number, { unit, currency }: Figures, everyPoint = false): string {
  if (!everyPoint) return unit === "months" ? formatMonths(value) : formatUnit(value, unit, { currency });
  // Three digits distinguish points and leave room for the next one.
  return formatUnit(Number(value.toPrecision(3)), unit, { currency, round: true });
}

/** Up to this number every point has its figure; of more, those that fit. */
const MOST_LABELS = 12;
const UPRIGHT = { position: "top", rotate: 60, align: "left", verticalAlign: "middle", distance: 8 } as const;
const UPRIGHT_BELOW = { ...UPRIGHT, position: "bottom", align: "right" } as const;
/** A mark that shows only on hover. */
const UNMARKED = { itemStyle: { opacity: 0 }, emphasis: { itemStyle: { opacity: 1 } } };
/** Approximate widths in pixels: a character of a point's figure, the gap between two figures, and the axis. */
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

/** What all lines of a chart share. */
type LinesContext = {
  /** Whether one figure is drawn, with or without its year before. */
  readonly alone: boolean;
  readonly theme: ChartTheme;
  readonly figures: Figures;
  readonly style: LineStyle;
  /** Whether the figures of all points are rotated. */
  readonly upright: boolean;
  /** Whether each point is an unfinished period. */
  readonly isUnfinished: readonly boolean[];
  /** The values of last year's line, if it is drawn. */
  readonly lastYear: readonly (number | null)[];
};

/** The dashed sections: the points next to unfinished periods, without the complete ones between. */
function dashedStretches(isUnfinished: readonly boolean[], points: number): ReadonlySet<number>[] {
  const stretches: Set<number>[] = [];
  for (let at = 0; at + 1 < points; at++) {
    if (!isUnfinished[at] && !isUnfinished[at + 1]) continue;
    const last = stretches.at(-1);
    if (last?.has(at)) last.add(at + 1);
    else stretches.push(new Set([at, at + 1]));
  }
  return stretches;
}

/**
 * A line by period. To an unfinished period it is dashed. A line has one style, so the solid part and each dashed part are
 * separate lines, and a third one shows only the points.
 */
function lineSeries(one: Series, lines: LinesContext): LineSeriesOption[] {
  const { isUnfinished, style, theme } = lines;
  const whole = pointSeries(one, lines);
  if (typeof one.colour !== "number" || !one.values.some((value, at) => value !== null && isUnfinished[at]))
    return [whole];
  const part = (holds: (at: number) => boolean, type: "solid" | number[]): LineSeriesOption => ({
    type: "line",
    smooth: style.smooth ?? false,
    silent: true,
    tooltip: { show: false },
    showSymbol: false,
    lineStyle: { width: LINE_WIDTH, type, color: seriesColour(one.colour, theme) },
    z: LINE_Z,
    data: one.values.map((value, at) => (holds(at) ? value : null)),
  });
  const unseen = { lineStyle: { opacity: 0 } };
  return [
    { ...part((at) => !isUnfinished[at], "solid"), areaStyle: whole.areaStyle },
    ...dashedStretches(isUnfinished, one.values.length).map((points) => part((at) => points.has(at), DASHES)),
    { ...whole, ...unseen, areaStyle: undefined, emphasis: { ...whole.emphasis, ...unseen } },
  ];
}

/** Above last year's line and below the points. */
const LINE_Z = 2;
const DASHES = [4, 4];
const LINE_WIDTH = 2.25;

/**
 * The fill of a hollow point: the surface throughout. The tooltip marks a line with the first colour of its point's
 * fill, which in the surface's colour would not show.
 */
function hollowFill(colour: string, { surface }: ChartTheme) {
  const stops = [colour, surface].map((color) => ({ offset: 0, color }));
  return {
    type: "linear" as const,
    x: 0,
    y: 0,
    x2: 0,
    y2: 1,
    colorStops: [...stops, { offset: 1, color: surface }],
  };
}

function pointSeries(one: Series, lines: LinesContext): LineSeriesOption {
  const { alone, theme, figures, style, upright, isUnfinished, lastYear } = lines;
  const colour = seriesColour(one.colour, theme);
  const before = typeof one.colour !== "number";
  const labelled = alone && !before;
  const last = lastPoint(one.values);
  const isHollow = one.values.map((value, at) => !before && value !== null && isUnfinished[at] === true);
  const hollow = { itemStyle: { color: hollowFill(colour, theme), borderColor: colour, borderWidth: 2 } };
  const marks = isHollow.map((is, at) => is || isIsolated(one.values, at));
  const label = {
    show: true,
    position: "top" as "top" | "bottom",
    distance: 8,
    color: theme.ink,
    fontFamily: theme.font,
    fontWeight: 600,
    fontSize: style.pointLabels ? 11 : 12,
    // Readable in front of a line.
    textBorderColor: theme.surface,
    textBorderWidth: 3,
    formatter: ({ value }: { value?: unknown }) =>
      typeof value === "number" ? pointFigure(value, figures, style.pointLabels) : "",
  };
  return {
    type: "line",
    id: one.key,
    name: one.name,
    smooth: style.smooth ?? false,
    // With many points some figures are left out; the tooltip has them.
    labelLayout: style.pointLabels && one.values.length > MOST_LABELS ? { hideOverlap: true } : undefined,
    symbol: "circle",
    symbolSize: 8,
    showSymbol: labelled || marks.includes(true),
    showAllSymbol: true,
    itemStyle: { color: colour, borderColor: theme.surface, borderWidth: 1.5 },
    lineStyle: before ? { width: 1.5, type: DASHES, color: colour } : { width: LINE_WIDTH, color: colour },
    emphasis: { disabled: before },
    z: before ? 1 : LINE_Z + 1,
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
      const mark = isHollow[at] ? hollow : {};
      const point = isHollow[at] ? { value, ...hollow } : value;
      if (!labelled) return marks.includes(true) && !marks[at] ? { value, ...UNMARKED } : point;
      const below =
        isNegative(value) ||
        (fallsTo(one.values, at) && !goesOnFalling(one.values, at)) ||
        liesUnder(one.values, lastYear, at);
      const position = below ? "bottom" : label.position;
      if (upright)
        return { value, ...mark, label: { ...label, ...(isNegative(value) ? UPRIGHT_BELOW : UPRIGHT) } };
      if (style.pointLabels) return { value, ...mark, label: { ...label, position } };
      // Only the last point has a mark and a figure; the others show theirs on hover.
      if (at !== last) return marks[at] ? point : { value, ...UNMARKED };
      // At the right edge a centred figure would be cut off; a single point is in the middle.
      if (one.values.length === 1) return { value, ...mark, label: { ...label, position } };
      return { value, ...mark, label: { ...label, position, align: "right" as const, offset: [5, 0] } };
    }),
  };
}

/** The marks of a chart, drawn with one of its series: a line at a point, an area over several. */
function markOptions(marks: readonly PointMark[], theme: ChartTheme): Partial<LineSeriesOption> {
  const label = (number: number) => ({
    show: true,
    formatter: String(number),
    color: theme.ink2,
    fontFamily: theme.font,
    fontSize: 11,
    fontWeight: 600,
    padding: [2, 5],
    borderRadius: 8,
    borderWidth: 1,
    borderColor: theme.cursor,
    backgroundColor: theme.surface,
  });
  return {
    markLine: {
      silent: true,
      animation: false,
      symbol: "none",
      lineStyle: { color: theme.cursor, type: [2, 3], width: 1 },
      data: marks
        .filter(({ from, to }) => from === to)
        .map(({ number, from }) => ({
          xAxis: from,
          label: { ...label(number), position: "end" as const, distance: 2 },
        })),
    },
    markArea: {
      silent: true,
      animation: false,
      itemStyle: { color: faded(theme.ink2, 0.08) },
      data: marks
        .filter(({ from, to }) => from !== to)
        .map(({ number, from, to }) => [
          { xAxis: from, label: { ...label(number), position: "top" as const, distance: 2 } },
          { xAxis: to },
        ]),
    },
  };
}

/** Lines by period: one metric with the dashed line of the year before, or one line per group. */
export function lineOption(
  model: AxisModel,
  figures: Figures,
  theme: ChartTheme,
  style: LineStyle = {},
): ChartOption {
  const drawn = model.series.filter((one) => !style.hidden?.has(one.key));
  const alone = model.series.filter((one) => typeof one.colour === "number").length === 1;
  const isUnfinished = model.unfinished?.isAt ?? [];
  const lastYear = drawn.find((one) => one.colour === "previous")?.values ?? [];
  const zoomed = hasSlider(style.zoom, model.labels.length);
  const bottom = zoomed ? 44 : 4;
  const { marks = [] } = style;
  const lines = (upright: boolean) => ({
    grid: grid(bottom, upright ? UPRIGHT_TOP : LEVEL_TOP),
    series: [
      ...drawn
        .flatMap((one) => lineSeries(one, { alone, theme, figures, style, upright, isUnfinished, lastYear }))
        // A line shown again would cover the others: fix the order to that of the model.
        .map((one, at) => ({
          ...one,
          z: (one.z ?? 0) + at / 100,
          ...(at === 0 && marks.length > 0 ? markOptions(marks, theme) : {}),
        })),
      ...drawn.flatMap((one) => hiddenMarks(one, theme)),
    ],
  });
  const labelled = drawn.filter((one) => alone && typeof one.colour === "number");
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    ...axes(model, theme, figures, { years: style.years, bands: style.pointLabels }, drawn),
    tooltip: pointTooltip(model, theme, figures),
    dataZoom: zoomed ? [zoomSlider(model.labels.length, style, theme)] : undefined,
    ...lines(false),
    // If the figures of all points do not fit side by side, they are rotated.
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

/** Whether a slider range shows everything. */
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
    ...(range ?? { startValue: wholeRange ? 0 : zoomStart(points), endValue: points - 1 }),
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
