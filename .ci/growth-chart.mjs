// Draws docs/growth.svg from what `make bench-growth` measured, and writes its table into docs/performance.md:
//
//   node .ci/growth-chart.mjs FILE
//
// FILE is the JSON of a run (src/bench/growth.rs). A run with fewer members, to try the measurement, does not belong in
// the documentation: its chart and table are written beside FILE.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const echarts = createRequire(join(ROOT, "ui/package.json"))("echarts");

/** A time counts as level if it grows by no more than this factor. */
const LEVEL = 1.5;
/** Without waiting: nobody else asks, so a screen's queries wait for each other. */
const STAGES = ["planning", "scanning", "counting", "rest", "json"];
const [BEGIN, END] = ["<!-- growth: written by `make bench-growth` -->", "<!-- growth: end -->"];

const file = process.argv[2];
const run = JSON.parse(readFileSync(file, "utf8"));
const isWhole = run.scale === 1;
const folder = isWhole ? join(ROOT, "docs") : dirname(file);

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 2 });
const whole = new Intl.NumberFormat("en");
const ms = (time) => `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;

// ---------------------------------------------------------------- the chart

const COLUMNS = 3;
const PANEL = { width: 264, height: 190 };
const GAP = { x: 76, y: 110 };
const MARGIN = { left: 50, top: 74 };
/** Distinguishable with any colour vision; the slowest screen is grey and dashed. */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#555555"];
const INK = "#222222";

/** The upper left corner of a panel. */
const corner = (index) => ({
  left: MARGIN.left + (index % COLUMNS) * (PANEL.width + GAP.x),
  top: MARGIN.top + Math.floor(index / COLUMNS) * (PANEL.height + GAP.y),
});

function drawn({ dimensions }) {
  const names = dimensions[0].points[0].screens.map((screen) => screen.name);
  const rows = Math.ceil((dimensions.length + 1) / COLUMNS);
  const width = MARGIN.left + COLUMNS * (PANEL.width + GAP.x);
  const height = MARGIN.top + rows * PANEL.height + (rows - 1) * GAP.y + 44;
  const legend = corner(dimensions.length);
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width, height });
  chart.setOption({
    animation: false,
    // Readers with a dark page see it on white too.
    backgroundColor: "#ffffff",
    color: COLOURS,
    textStyle: { fontFamily: "sans-serif", color: INK },
    legend: {
      data: names,
      orient: "vertical",
      left: legend.left,
      top: legend.top,
      itemGap: 14,
      itemWidth: 34,
      textStyle: { color: INK, fontSize: 14 },
    },
    title: dimensions.map(({ of, filter }, index) => ({
      text: capital(of),
      subtext: `ms, cold; ${filter}`,
      left: corner(index).left - 30,
      top: corner(index).top - 62,
      textStyle: { color: INK, fontSize: 15 },
      subtextStyle: { color: "#555555", fontSize: 12 },
    })),
    grid: dimensions.map((_, index) => ({ ...corner(index), ...PANEL })),
    xAxis: dimensions.map(({ points }, gridIndex) => {
      const values = points.map((point) => point.value);
      return {
        type: "log",
        gridIndex,
        min: Math.min(...values),
        max: Math.max(...values),
        axisTick: { customValues: values },
        axisLabel: { customValues: values, color: INK, formatter: (value) => short.format(value) },
        axisLine: { lineStyle: { color: INK } },
        splitLine: { show: false },
        minorTick: { show: false },
      };
    }),
    yAxis: dimensions.map((_, gridIndex) => ({
      type: "value",
      gridIndex,
      min: 0,
      axisLabel: { color: INK },
      splitLine: { lineStyle: { color: "#dddddd" } },
    })),
    series: dimensions.flatMap(({ points }, index) =>
      names.map((name, screen) => ({
        type: "line",
        name,
        xAxisIndex: index,
        yAxisIndex: index,
        data: points.map((point) => [point.value, point.screens[screen].cold]),
        symbol: "circle",
        symbolSize: 7,
        itemStyle: { color: COLOURS[screen] },
        lineStyle: { width: 2, type: screen === names.length - 1 ? "dashed" : "solid" },
        clip: false,
      })),
    ),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

// ---------------------------------------------------------------- the table

const factor = (first, last) =>
  `×${last / first < 100 ? (last / first).toFixed(1) : whole.format(last / first)}`;

/** By how much a screen's cold time grew, and which stage grew most where it is longer than level. */
function growth(first, others) {
  const longest = others.reduce((a, b) => (b.cold > a.cold ? b : a));
  const grown = factor(first.cold, longest.cold);
  if (first.cold > LEVEL * longest.cold) return `${grown}, shorter`;
  if (longest.cold <= LEVEL * first.cold) return `${grown}, level`;
  const most = STAGES.reduce((a, b) => (longest[b] - first[b] > longest[a] - first[a] ? b : a));
  return `${grown}, ${most}`;
}

const line = (cells) => `| ${cells.join(" | ")} |`;

function rows({ of, filter, program, points }) {
  const [first, ...others] = points;
  const slowest = new Set(points.map((point) => `\`${point.screens.at(-1).path.replace("api/v1/", "")}\``));
  const empty = first.screens.slice(0, -1).map(() => "");
  return [
    line([
      `**${of}**, ${filter}; ${program.replace(/\d{4,}/, (digits) => whole.format(digits))}`,
      ...empty,
      [...slowest].join(", "),
      "",
    ]),
    ...points.map(({ value, screens, warm }) =>
      line([whole.format(value), ...screens.map((screen) => ms(screen.cold)), ms(warm)]),
    ),
    line([
      factor(first.value, others.at(-1).value),
      ...first.screens.map((screen, index) =>
        growth(
          screen,
          others.map(({ screens }) => screens[index]),
        ),
      ),
      factor(first.warm, Math.max(...others.map(({ warm }) => warm))),
    ]),
  ];
}

function table({ cores, dimensions }) {
  const heads = ["", ...dimensions[0].points[0].screens.map((screen) => screen.name), "any screen, warm"];
  return [
    "![How long screens take: one chart for each dimension](growth.svg)",
    "",
    `Cold, on ${cores} cores with DuckDB limited to 4 GB:`,
    "",
    line(heads),
    line(heads.map(() => "---")),
    ...dimensions.flatMap(rows),
  ].join("\n");
}

writeFileSync(join(folder, "growth.svg"), drawn(run));
if (isWhole) {
  const guide = join(folder, "performance.md");
  const text = readFileSync(guide, "utf8");
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${guide} lacks the comments between which the table stands`);
  writeFileSync(guide, `${text.slice(0, begin)}${BEGIN}\n\n${table(run)}\n\n${text.slice(end)}`);
} else {
  writeFileSync(join(folder, "growth.md"), `${table(run)}\n`);
}
console.log(`growth.svg and the table are in ${folder}`);
