// @vitest-environment happy-dom
import * as echarts from "echarts";
import { describe, expect, it } from "vitest";
import type { ChartTheme } from "../../../kit/theme/chart";
import { lineOption, showsWhole, zoomStart } from "./lineOptions";
import type { AxisModel } from "./models";
import {
  axisFigure,
  barOption,
  type ChartOption,
  faded,
  pieOption,
  secondsScale,
  seriesColour,
  twoLines,
} from "./options";

const THEME: ChartTheme = {
  colors: ["#000001", "#000002", "#000003", "#000004", "#000005", "#000006", "#000007", "#000008"],
  gridLine: "#111111",
  axis: "#222222",
  cursor: "#333333",
  prev: "#444444",
  ink: "#555555",
  ink2: "#666666",
  surface: "#777777",
  line: "#888888",
  font: "Test",
};
const COUNT = { unit: "count", currency: "USD" } as const;
const labels = (count: number) => Array.from({ length: count }, (_, at) => `P${at}`);
const model = (count: number, ...series: AxisModel["series"]): AxisModel => ({
  labels: labels(count),
  series,
  available: series.length,
});
const now = (values: (number | null)[]) => ({ name: "now", key: "now", values, colour: 2 }) as const;
const yearBefore = (values: (number | null)[]) =>
  ({ name: "Last year", key: "before", values, colour: "previous" }) as const;
const list = <T>(value: T | T[] | undefined): T[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** The texts of a drawn chart. */
function textsOf(option: ChartOption): string[] {
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: 600, height: 300 });
  chart.setOption({ ...option, animation: false });
  const drawn = new DOMParser().parseFromString(chart.renderToSVGString(), "image/svg+xml");
  chart.dispose();
  return [...drawn.querySelectorAll("text")].map(({ textContent }) => textContent);
}

/** What the tooltip of a chart says at a point of a series, or of several. */
function tipOf(option: ChartOption, ...pointed: { seriesId: string; dataIndex: number; marker?: string }[]) {
  const write = list(option.tooltip)[0]?.formatter as unknown as (given: typeof pointed) => string;
  return write(pointed);
}

it("writes the periods or names along one axis, and figures along the other", () => {
  const drawn = model(3, now([10, 20, 30]));
  for (const option of [lineOption(drawn, COUNT, THEME), barOption(drawn, COUNT, THEME)])
    expect(textsOf(option)).toEqual(expect.arrayContaining(["P0", "P1", "P2", "0", "10", "20"]));
});

describe("lineOption", () => {
  const option = lineOption(model(3, now([1, 2, 3]), yearBefore([1, 1, 1])), COUNT, THEME);
  const [current, dashed] = list(option.series);

  it("starts counts at 0, with horizontal grid lines only", () => {
    expect(list(option.yAxis)[0]).toMatchObject({
      min: 0,
      splitLine: { lineStyle: { color: THEME.gridLine } },
    });
    expect(list(option.xAxis)[0]).not.toHaveProperty("splitLine");
  });

  it("draws tooltips without HTML", () => {
    expect(list(option.tooltip)[0]).toMatchObject({ renderMode: "richText", confine: true });
  });

  it("dashes the previous year and labels the last point of this one", () => {
    expect(dashed).toMatchObject({ lineStyle: { type: [4, 4], color: THEME.prev }, data: [1, 1, 1] });
    const data = current?.data as { label?: { show: boolean } }[];
    expect(data.map((item) => item.label?.show ?? false)).toEqual([false, false, true]);
    expect(current).toMatchObject({ lineStyle: { color: "#000003" } });
  });

  it("says in the tooltip which points are hidden", () => {
    const hidden = { ...now([1, null, null]), hidden: [null, "either", null] } as const;
    for (const option of [
      lineOption(model(3, hidden), COUNT, THEME),
      barOption(model(3, hidden), COUNT, THEME),
    ]) {
      const at = (dataIndex: number) => tipOf(option, { seriesId: hidden.key, dataIndex });
      expect([0, 1, 2].map(at)).toEqual([
        "P0\nnow   {figure|1}",
        "P1\nnow   {figure|hidden}",
        "P2\nnow   {figure|no data}",
      ]);
    }
  });

  it("labels the last existing figure", () => {
    const [series] = list(lineOption(model(3, now([1, 2, null])), COUNT, THEME).series);
    const data = series?.data as { label?: unknown }[];
    expect(data.findIndex((item) => item.label !== undefined)).toBe(1);
  });

  it("labels it below the point if the line falls, as long as there is room above the axis", () => {
    const position = (values: number[]) => {
      const [series] = list(lineOption(model(values.length, now(values)), COUNT, THEME).series);
      const data = series?.data as { label?: { position: string } }[];
      return data.at(-1)?.label?.position;
    };
    expect(position([10, 20])).toBe("top");
    expect(position([20, 10])).toBe("bottom");
    expect(position([20, 2])).toBe("top");
  });

  it("labels a single point below where last year's is above it, as long as there is room", () => {
    const position = (value: number, before: number) => {
      const [series] = list(lineOption(model(1, now([value]), yearBefore([before])), COUNT, THEME).series);
      const data = series?.data as { label?: { position: string } }[];
      return data[0]?.label?.position;
    };
    expect(position(20, 21)).toBe("bottom");
    expect(position(21, 20)).toBe("top");
    expect(position(1, 20)).toBe("top");
  });

  it("labels every point if requested", () => {
    const [series] = list(
      lineOption(model(2, now([1, 2])), COUNT, THEME, { pointLabels: true, smooth: true }).series,
    );
    expect(series).toMatchObject({ smooth: true });
    const data = series?.data as { label?: unknown }[];
    expect(data.every((item) => item.label !== undefined)).toBe(true);
  });

  it("abbreviates every point label, with room for those at the ends", () => {
    const values = [186_189, 2, 57.304];
    const option = lineOption(model(3, now(values)), { unit: "money", currency: "USD" }, THEME, {
      pointLabels: true,
    });
    const [series] = list(option.series);
    const data = series?.data as { value: number; label: { formatter: (of: { value: number }) => string } }[];
    expect(data.map(({ value, label }) => label.formatter({ value }))).toEqual(["$186K", "$2", "$57.3"]);
    expect(list(option.xAxis)[0]).toMatchObject({ boundaryGap: true });
  });

  it("omits no figure up to twelve points", () => {
    const layout = (points: number) =>
      list(
        lineOption(model(points, now(Array(points).fill(5))), COUNT, THEME, { pointLabels: true }).series,
      )[0]?.labelLayout;
    expect(layout(12)).toBeUndefined();
    expect(layout(13)).toEqual({ hideOverlap: true });
  });

  it("writes them vertically if there is no room side by side", () => {
    type Line = { readonly data: readonly { readonly label: object }[] };
    type Media = {
      readonly query?: { readonly maxWidth: number };
      readonly option: { readonly series: Line[] };
    };
    const media = (values: number[], pointLabels = true) =>
      lineOption(model(values.length, now(values)), COUNT, THEME, { pointLabels }).media as
        | Media[]
        | undefined;
    const [narrow, wide] = media(Array(12).fill(123_000)) ?? [];
    const rotations = (unit: Media | undefined) =>
      unit?.option.series[0]?.data.map(({ label }) => ("rotate" in label ? label.rotate : 0));
    expect(rotations(narrow)).toEqual(Array(12).fill(60));
    expect(rotations(wide)).toEqual(Array(12).fill(0));
    expect(wide).not.toHaveProperty("query");
    const width = (values: number[]) => media(values)?.[0]?.query?.maxWidth ?? 0;
    expect(width(Array(12).fill(123_000))).toBeGreaterThan(width(Array(12).fill(12)));
    expect(width(Array(12).fill(12))).toBeGreaterThan(width([12, 12]));
    expect(media([1, 2], false)).toBeUndefined();
  });

  it("writes the figure of a valley below it", () => {
    const [series] = list(
      lineOption(model(5, now([9, 5, 4, 8, 7])), COUNT, THEME, { pointLabels: true }).series,
    );
    const data = series?.data as { label: { position: string } }[];
    expect(data.map(({ label }) => label.position)).toEqual(["top", "top", "bottom", "top", "bottom"]);
  });

  it("writes the years of an axis if requested", () => {
    const labels = { labels: ["Jan 2026", "Feb 2026"], axisLabels: ["Jan", "Feb"] };
    const months: AxisModel = { ...model(2, now([1, 2])), ...labels };
    const label = (years: boolean) => {
      const axis = list(lineOption(months, COUNT, THEME, { years }).xAxis)[0] as {
        axisLabel: { formatter: (label: string, at: number) => string };
      };
      return axis.axisLabel.formatter("Jan 2026", 0);
    };
    expect(label(false)).toBe("Jan");
    expect(label(true)).toBe("Jan 2026");
  });

  it("neither fills nor labels one of several lines", () => {
    const two = lineOption(
      model(2, { ...now([1, 1]), name: "a" }, { ...now([2, 2]), name: "b" }),
      COUNT,
      THEME,
    );
    for (const series of list(two.series))
      expect(series).toMatchObject({ areaStyle: undefined, showSymbol: false });
  });

  it("marks isolated points, including those of several lines and of the previous year", () => {
    const several = model(3, now([1, null, 3]), { ...now([1, 2, 3]), key: "b" });
    const marked = (one: AxisModel) =>
      list(lineOption(one, COUNT, THEME).series).map((series) => [
        (series as { showSymbol: boolean }).showSymbol,
        (series.data as unknown[]).map((item) => typeof item !== "object"),
      ]);
    expect(marked(several)).toEqual([
      [true, [true, false, true]],
      [false, [true, true, true]],
    ]);
    expect(marked(model(1, now([1]), yearBefore([2])))[1]).toEqual([true, [true]]);
  });

  it("lets the axis go below 0, and writes negative figures below their points", () => {
    const option = lineOption(model(3, now([-5, 4, -2])), COUNT, THEME, { pointLabels: true });
    expect(list(option.yAxis)[0]).toMatchObject({ min: undefined });
    const data = list(option.series)[0]?.data as { label: { position: string } }[];
    expect(data.map(({ label }) => label.position)).toEqual(["bottom", "top", "bottom"]);
  });

  it("omits what the user has switched off", () => {
    const hidden = lineOption(model(1, now([1]), yearBefore([1])), COUNT, THEME, {
      hidden: new Set(["before"]),
    });
    expect(list(hidden.series).map((series) => series.name)).toEqual(["now"]);
  });

  it("omits one of two with the same name", () => {
    const two = lineOption(model(1, now([1]), { ...now([2]), key: "other" }), COUNT, THEME, {
      hidden: new Set(["other"]),
    });
    expect(list(two.series)).toHaveLength(1);
    expect(list(two.series)[0]?.data).toEqual([1]);
  });

  it("names the point of each year in the tooltip, and the change between them", () => {
    const points = (year: number) => [`Jan ${year}`, `Feb ${year}`];
    const drawn = model(
      2,
      { ...now([10, 5]), points: points(2026) },
      { ...yearBefore([8, 0]), points: points(2025) },
    );
    const at = (dataIndex: number) =>
      tipOf(
        lineOption(drawn, COUNT, THEME),
        { seriesId: "now", dataIndex, marker: "{m|} " },
        { seriesId: "before", dataIndex },
      );
    expect(at(0)).toBe("{m|} Jan 2026   {figure|10}\nJan 2025   {figure|8}\nChange   {figure|+25%}");
    // Nothing grows from 0.
    expect(at(1)).toBe("{m|} Feb 2026   {figure|5}\nFeb 2025   {figure|0}");
  });

  it("marks hidden points on the axis, unlike gaps and zeros", () => {
    const hidden = { ...now([0, null, null]), hidden: [null, null, "either"] } as const;
    for (const drawn of [
      lineOption(model(3, hidden), COUNT, THEME),
      barOption(model(3, hidden), COUNT, THEME),
    ])
      expect(list(drawn.series).at(-1)).toMatchObject({ symbol: "rect", data: [null, null, 0] });
    expect(list(lineOption(model(3, now([0, null, 1])), COUNT, THEME).series)).toHaveLength(1);
  });

  it("has a slider only if it is declared and there is something to zoom", () => {
    const of = (points: number, style: object) =>
      list(lineOption(model(points, now(Array(points).fill(1))), COUNT, THEME, style).dataZoom)[0];
    expect(of(100, {})).toBeUndefined();
    expect(of(36, { zoom: true })).toBeUndefined();
    expect(of(37, { zoom: true })).toMatchObject({ startValue: 31, endValue: 36 });
    expect(of(100, { zoom: true, wholeRange: true })).toMatchObject({ startValue: 0, endValue: 99 });
    const range = { start: 20, end: 50 };
    const moved = of(100, { zoom: true, range });
    expect(moved).toMatchObject({ ...range, minValueSpan: 1 });
    expect(moved).not.toHaveProperty("endValue");
  });
});

it.each([
  [100, 90],
  [95, 85],
  [37, 31],
])("a zoom of %i points opens with the points from %i", (points, start) => {
  expect(zoomStart(points)).toBe(start);
});

it("draws bars in the order of the series", () => {
  const option = barOption(
    model(2, now([3, 1]), { ...now([2, 2]), name: "b", key: "other", colour: 0 }),
    COUNT,
    THEME,
    {
      hidden: new Set(["other"]),
    },
  );
  expect(list(option.series)).toHaveLength(1);
  expect(list(option.series)[0]).toMatchObject({
    type: "bar",
    data: [3, 1],
    itemStyle: { color: "#000003" },
  });
});

it("rounds a bar below 0 at its foot", () => {
  const [series] = list(barOption(model(2, now([3, -1])), COUNT, THEME).series);
  expect(series?.data).toEqual([3, { value: -1, itemStyle: { borderRadius: [0, 0, 4, 4] } }]);
});

it.each([
  [0, 100, true],
  [0, 60, false],
  [5, 100, false],
])("a slider from %i to %i percent shows everything: %s", (start, end, whole) => {
  expect(showsWhole({ start, end })).toBe(whole);
});

it("writes the sum once in the middle of a pie", () => {
  const slices = [
    { name: "a", value: 3, percent: 75, colour: 4 },
    { name: "b", value: 1, percent: 25, colour: 0 },
  ];
  const [series] = list(pieOption({ slices, total: 4 }, "Sessions", THEME).series);
  const data = series?.data as { label?: { formatter: string }; itemStyle: { color: string } }[];
  expect(data.map((item) => item.label?.formatter)).toEqual(["{sum|4}\n{name|Sessions}", undefined]);
  // Each in the colour of its name, which can differ from that of its rank.
  expect(data.map(({ itemStyle }) => itemStyle.color)).toEqual([THEME.colors[4], THEME.colors[0]]);
});

it("colours by position, and starts over after the last", () => {
  expect(seriesColour(1, THEME)).toBe("#000002");
  expect(seriesColour(9, THEME)).toBe("#000002");
  expect(seriesColour("previous", THEME)).toBe(THEME.prev);
});

it("fades a colour, and leaves other text unchanged", () => {
  expect(faded("#4B4ACF", 0.5)).toBe("#4B4ACF80");
  expect(faded("#4B4ACF", 0)).toBe("#4B4ACF00");
  expect(faded("red", 0.5)).toBe("red");
});

it("abbreviates axis labels", () => {
  expect(axisFigure(40_000, "count", "USD")).toBe("40K");
  expect(axisFigure(40, "percent", "USD")).toBe("40%");
  expect(axisFigure(2_500_000, "money", "USD")).toBe("$2.5M");
});

describe("secondsScale", () => {
  it.each([
    [139, { interval: 30, max: 150 }],
    [150, { interval: 30, max: 150 }],
    [151, { interval: 60, max: 180 }],
    [3, { interval: 1, max: 3 }],
    [0, { interval: 1, max: 1 }],
    [40_000, { interval: 10_800, max: 43_200 }],
  ])("divides %d into steps people count in", (largest, scale) => {
    expect(secondsScale([now([0, null, largest])])).toEqual(scale);
  });
});

it("labels every bar unless there are too many, slanted on a phone", () => {
  const names = (count: number, phone: boolean) =>
    barOption(model(count, now(Array(count).fill(1))), COUNT, THEME, { phone }).xAxis;
  expect(names(6, false)).toMatchObject({ axisLabel: { interval: 0, lineHeight: 15 } });
  expect(names(6, true)).toMatchObject({ axisLabel: { interval: 0, rotate: 40 } });
  expect(names(4, true)).toMatchObject({ axisLabel: { lineHeight: 15 } });
  expect(names(9, true)).toMatchObject({ axisLabel: { hideOverlap: true } });
});

it("writes the names of bars on two lines", () => {
  expect(twoLines("Gold")).toBe("Gold");
  expect(twoLines("Gold members")).toBe("Gold members");
  expect(twoLines("Members of the gold tier")).toBe("Members of\nthe gold tier");
  expect(twoLines("x".repeat(200))).toBe("x".repeat(200));
});
