import type { ChartTheme } from "../../../kit/theme/chart";
import type { Series } from "./models";
import { seriesColour } from "./options";

const SCALE = 2;
const MARGIN = 24;
const TITLE_LINE = 24;
const LINE = 20;
const SWATCH = 16;
const GAP = 18;

/** The texts above the chart in its picture. */
export type PictureText = {
  readonly title: string;
  /** The lines below the title. */
  readonly lines: readonly string[];
  /** The series, and entries for the days of an unfinished period and for names without a figure. */
  readonly series: readonly {
    readonly name: string;
    readonly colour: Series["colour"] | "unfinished" | "hidden";
  }[];
};

/** The position of each legend entry: entries that do not fit continue on the next line. */
export function legendPositions(widths: readonly number[], room: number): { x: number; line: number }[] {
  let [x, line] = [0, 0];
  return widths.map((width) => {
    if (x > 0 && x + width > room) [x, line] = [0, line + 1];
    const position = { x, line };
    x += width + GAP;
    return position;
  });
}

/** As much of a text as fits the width `room`, according to `measure`. */
export function cutToFit(text: string, room: number, measure: (text: string) => number): string {
  if (measure(text) <= room) return text;
  const letters = [...text];
  let [fits, tooLong] = [0, letters.length];
  const cut = (length: number) => `${letters.slice(0, length).join("").trimEnd()}…`;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (measure(cut(middle)) <= room) fits = middle;
    else tooLong = middle;
  }
  return cut(fits);
}

/** The picture of a chart with its title and legend, which the page draws outside the chart. */
export async function chartPicture(
  chart: HTMLCanvasElement,
  text: PictureText,
  theme: ChartTheme,
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) return null;
  const chartWidth = chart.width / SCALE;
  const chartHeight = chart.height / SCALE;
  const font = (weight: number, size: number) => `${weight} ${size}px ${theme.font}`;

  context.font = font(400, 13);
  const measure = (words: string) => context.measureText(words).width;
  const names = text.series.map(({ name }) => cutToFit(name, chartWidth - SWATCH - 6, measure));
  const widths = names.map((name) => SWATCH + 6 + measure(name));
  const positions = legendPositions(widths, chartWidth);
  const legendLines = (positions.at(-1)?.line ?? -1) + 1;
  const top = MARGIN + TITLE_LINE + (text.lines.length + legendLines) * LINE + 8;
  canvas.width = (chartWidth + 2 * MARGIN) * SCALE;
  canvas.height = (top + chartHeight + MARGIN) * SCALE;
  context.scale(SCALE, SCALE);

  context.fillStyle = theme.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = "middle";
  context.fillStyle = theme.ink;
  context.font = font(600, 16);
  context.fillText(cutToFit(text.title, chartWidth, measure), MARGIN, MARGIN + TITLE_LINE / 2);
  let y = MARGIN + TITLE_LINE;
  context.font = font(400, 13);
  context.fillStyle = theme.ink2;
  for (const line of text.lines) {
    context.fillText(cutToFit(line, chartWidth, measure), MARGIN, y + LINE / 2);
    y += LINE;
  }
  for (const [at, { colour }] of text.series.entries()) {
    const position = positions[at] ?? { x: 0, line: 0 };
    const middle = y + position.line * LINE + LINE / 2;
    if (colour === "hidden") {
      // As on the page: an empty square, because nothing in the chart has its colour.
      context.strokeStyle = theme.ink2;
      context.lineWidth = 1;
      context.setLineDash([]);
      context.strokeRect(MARGIN + position.x + 3.5, middle - 4.5, 9, 9);
    } else {
      context.strokeStyle = colour === "unfinished" ? theme.ink2 : seriesColour(colour, theme);
      context.lineWidth = 2;
      context.setLineDash(typeof colour === "number" ? [] : [4, 4]);
      context.beginPath();
      context.moveTo(MARGIN + position.x, middle);
      context.lineTo(MARGIN + position.x + SWATCH, middle);
      context.stroke();
    }
    context.fillText(names[at] ?? "", MARGIN + position.x + SWATCH + 6, middle);
  }
  context.drawImage(chart, MARGIN, top, chartWidth, chartHeight);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
