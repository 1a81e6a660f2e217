import { chartTheme } from "../../../kit/theme";
import { currentTheme } from "../../../kit/theme/choice";
import { lineOption } from "./lineOptions";
import type { AxisModel } from "./models";
import type { ChartOption } from "./options";

const MONTHS = Array.from({ length: 12 }, (_, at) => `${at + 1}`);
const isLast = (at: number) => at === MONTHS.length - 1;

/** A chart like most: a metric by month, unfinished in the last one, and the year before. */
const MODEL: AxisModel = {
  labels: MONTHS,
  unfinished: { isAt: MONTHS.map((_, at) => isLast(at)), days: [] },
  series: [
    { name: "this year", key: "this", values: MONTHS.map((_, at) => 90_000 + 7_000 * at), colour: 0 },
    {
      name: "last year",
      key: "last",
      values: MONTHS.map((_, at) => 80_000 + 5_000 * at),
      colour: "previous",
    },
  ],
  available: 2,
};

/** The option of a chart that nobody sees. */
export function sampleOption(): ChartOption {
  return lineOption(MODEL, { unit: "count", currency: "" }, chartTheme(currentTheme()));
}
