import { formatDate } from "../../texts/format";
import { LOCALE } from "../../texts/language";

export { formatTime } from "../../texts/format";

const inUtc = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });

/** A time to the second, in UTC, for a title. */
export function formatExactTime(seconds: number): string {
  return `${inUtc.format(seconds * 1000)} UTC`;
}

const inUnit = (unit: string) =>
  new Intl.NumberFormat(LOCALE, { style: "unit", unit, unitDisplay: "long", useGrouping: false });

/** A time span: "3 days", "5 hours", "1 minute", "12 seconds". */
export function formatSpan(seconds: number): string {
  const units = [
    [172_800, 86_400, "day"],
    [7_200, 3_600, "hour"],
    [120, 60, "minute"],
    [0, 1, "second"],
  ] as const;
  const whole = Math.max(0, Math.floor(seconds));
  const [, size, unit] = units.find(([from]) => whole >= from) ?? units[3];
  return inUnit(unit).format(Math.floor(whole / size));
}

const bytesFormat = (decimals: number) =>
  new Intl.NumberFormat(LOCALE, {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
const [wholeBytes, tenthsOfBytes] = [bytesFormat(0), bytesFormat(1)];

/** Bytes in units of a thousand, as disks have them: "1.5 GB". */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"] as const;
  const at = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const number = bytes / 1000 ** at;
  return `${(at === 0 || number >= 100 ? wholeBytes : tenthsOfBytes).format(number)} ${units[at]}`;
}

/** Days as 2026-11-26, but not in names of files and in times. */
const DAYS = /(?<![\w./-])\d{4}-\d{2}-\d{2}(?![\w/-]|\.\w)/g;
const SIZES = /(?<![\w.])\d+\.\d(?= [kMGT]B\b)/g;

/** A sentence of the server, with days and sizes as the page writes them. */
export const inPageForm = (sentence: string): string =>
  sentence.replace(DAYS, formatDate).replace(SIZES, (size) => tenthsOfBytes.format(Number(size)));
