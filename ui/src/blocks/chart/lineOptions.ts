/** The options of line charts: pure functions as those of `options`. */
import type { LineSeriesOption } from "echarts/charts";
import type { DataZoomComponentOption } from "echarts/components";
import { formatMonths, formatUnit } from "../../format";
import type { ChartTheme } from "../../theme/chart";
import type { AxisModel, Series } from "./models";
import {
  axes,
  type ChartOption,
  type Figures,
  faded,
  grid,
  isNegative,
  LEVEL_TOP,
  seriesColour,
  tooltip,
  UPRIGHT_TOP,
} from "./options";

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

/** Whether last year's point is above a point that stands alone, so that a figure above would hide it. */
function liesUnder(
  values: readonly (number | null)[],
  lastYear: readonly (number | null)[],
  at: number,
): boolean {
  const [value, before] = [values[at] ?? null, lastYear[at] ?? null];
  if (value === null || before === null || !standsAlone(values, at)) return false;
  return before > value && value > ROOM_BELOW * before;
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

/** How a chart draws its lines. */
type LinesStyle = {
  readonly alone: boolean;
  readonly theme: ChartTheme;
  readonly figures: Figures;
  readonly style: LineStyle;
  readonly upright: boolean;
  /** Which points are periods that lack days. */
  readonly isOpen: readonly boolean[];
  /** The values of last year's line, where it is drawn. */
  readonly lastYear: readonly (number | null)[];
};

/** The stretches that are dashed: the points from and to unfinished periods, without the whole ones between. */
function dashedStretches(isOpen: readonly boolean[], points: number): ReadonlySet<number>[] {
  const stretches: Set<number>[] = [];
  for (let at = 0; at + 1 < points; at++) {
    if (!isOpen[at] && !isOpen[at + 1]) continue;
    const last = stretches.at(-1);
    if (last?.has(at)) last.add(at + 1);
    else stretches.push(new Set([at, at + 1]));
  }
  return stretches;
}

/**
 * A line by period. To an unfinished period it is dashed. A line has one style, so the solid and each dashed part are
 * lines of their own, and the one with all points shows only those.
 */
function lineSeries(one: Series, lines: LinesStyle): LineSeriesOption[] {
  const { isOpen, style, theme } = lines;
  const whole = pointSeries(one, lines);
  if (one.colour === "previous" || !one.values.some((value, at) => value !== null && isOpen[at]))
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
    { ...part((at) => !isOpen[at], "solid"), areaStyle: whole.areaStyle },
    ...dashedStretches(isOpen, one.values.length).map((points) => part((at) => points.has(at), DASHES)),
    { ...whole, ...unseen, areaStyle: undefined, emphasis: { ...whole.emphasis, ...unseen } },
  ];
}

/** Above last year's line and below the points. */
const LINE_Z = 2;
const DASHES = [4, 4];
const LINE_WIDTH = 2.25;

function pointSeries(one: Series, lines: LinesStyle): LineSeriesOption {
  const { alone, theme, figures, style, upright, isOpen, lastYear } = lines;
  const colour = seriesColour(one.colour, theme);
  const before = one.colour === "previous";
  const labelled = alone && !before;
  const last = lastPoint(one.values);
  const isMarkedOpen = one.values.map((value, at) => !before && value !== null && isOpen[at] === true);
  const open = { itemStyle: { color: theme.surface, borderColor: colour, borderWidth: 2 } };
  const marks = isMarkedOpen.map((is, at) => is || standsAlone(one.values, at));
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
      const mark = isMarkedOpen[at] ? open : {};
      const point = isMarkedOpen[at] ? { value, ...open } : value;
      if (!labelled) return marks.includes(true) && !marks[at] ? { value, ...UNMARKED } : point;
      const below =
        isNegative(value) ||
        (fallsTo(one.values, at) && !goesOnFalling(one.values, at)) ||
        liesUnder(one.values, lastYear, at);
      const position = below ? "bottom" : label.position;
      if (upright)
        return { value, ...mark, label: { ...label, ...(isNegative(value) ? UPRIGHT_BELOW : UPRIGHT) } };
      if (style.pointLabels) return { value, ...mark, label: { ...label, position } };
      // Only the last point has a mark and a figure; the others show theirs under the pointer.
      if (at !== last) return marks[at] ? point : { value, ...UNMARKED };
      // At the right edge a centred figure would be cut off; a single point is in the middle.
      if (one.values.length === 1) return { value, ...mark, label: { ...label, position } };
      return { value, ...mark, label: { ...label, position, align: "right" as const, offset: [5, 0] } };
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
  const isOpen = model.unfinished?.isAt ?? [];
  const lastYear = drawn.find((one) => one.colour === "previous")?.values ?? [];
  const zoomed = style.zoom === true && model.labels.length > ZOOM_LEAST_POINTS;
  const bottom = zoomed ? 44 : 4;
  const lines = (upright: boolean) => ({
    grid: grid(bottom, upright ? UPRIGHT_TOP : LEVEL_TOP),
    series: drawn
      .flatMap((one) => lineSeries(one, { alone, theme, figures, style, upright, isOpen, lastYear }))
      // Lines that are drawn again after others would lie over them. Their order is the model's, whatever was hidden.
      .map((one, at) => ({ ...one, z: (one.z ?? 0) + at / 100 })),
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
