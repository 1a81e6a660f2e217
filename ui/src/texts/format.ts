import { formatCopy as copy } from "#texts/format";
import type { Tenure, TimeScale, Unit } from "../generated/wire";
import { LOCALE } from "./language";

/** An en dash, for a missing figure in a sentence or a missing date. A missing figure by itself is empty text. */
export const NO_VALUE = "–";

/** The typographic minus sign: a hyphen is too short next to tabular figures. */
const MINUS = "\u2212";

/** Figures from here on show as empty text. */
const TOO_LARGE = 1e15;

/** Figures below this show all their digits; larger ones are shortened to M, B and T. */
const SHORTENED_FROM = 1e7;

const STEPS = [
  { from: 1e12, letter: copy.trillions },
  { from: 1e9, letter: copy.billions },
  { from: 1e6, letter: copy.millions },
  { from: 1e3, letter: copy.thousands },
] as const;

type Maybe = number | null | undefined;

const isShown = (n: Maybe): n is number =>
  n !== null && n !== undefined && !Number.isNaN(n) && Math.abs(n) < TOO_LARGE;

/** How many decimals a percentage shows at least; it shows 2 at most. */
export type LeastDecimals = 0 | 1;

/** Spanish would leave numbers of four digits without a separator, which differ from longer ones in a column then. */
const grouped = { useGrouping: "always" } as const;

const plain = new Intl.NumberFormat(LOCALE, { ...grouped, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat(LOCALE, { ...grouped, maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const oneDecimal = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const atLeastOne = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 2 });
const tenths = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Writes the magnitude with `write` and puts the sign before it; no sign before a written zero. */
function signed(n: number, write: (magnitude: number) => string, plus = false): string {
  const text = write(Math.abs(n));
  if (n === 0 || !/[1-9]/.test(text)) return text;
  if (n < 0) return MINUS + text;
  return plus ? `+${text}` : text;
}

/**
 * Scales a magnitude to K, M, B or T from `smallest` on. The step is chosen after rounding, so that
 * 999,999,999 is 1.00B and never 1000.00M. Null where the magnitude is too small for a letter.
 */
function lettered(magnitude: number, smallest: number, write: (scaled: number) => string): string | null {
  for (const [i, step] of STEPS.entries()) {
    const larger = STEPS[i - 1];
    if (magnitude < step.from || step.from < smallest) continue;
    const rounded = Math.round((magnitude / step.from) * 100) / 100;
    if (rounded >= 1000 && larger) return write(magnitude / larger.from) + larger.letter;
    return write(rounded) + step.letter;
  }
  return null;
}

/** A magnitude with all its digits, or from ten million on with M, B and T and 2 decimals. */
function shortened(magnitude: number, inFull: boolean, write: (magnitude: number) => string): string {
  const isShort = inFull || Math.round(magnitude * 100) / 100 < SHORTENED_FROM;
  return (isShort ? null : lettered(magnitude, 1e6, cents.format)) ?? write(magnitude);
}

/** How to write a figure that may be shortened. */
export type Digits = {
  /** Never shortens the figure. */
  readonly inFull?: boolean;
};

/**
 * Writes a figure: below 1,000 as it is (at most 2 decimals), then thousands separators up to ten
 * million, then M, B and T with 2 decimals. Empty text from 1e15 on and for no figure.
 */
export function formatNumber(n: Maybe, { inFull = false }: Digits = {}): string {
  return written(n, (m) => shortened(m, inFull, plain.format));
}

/** The compact form where space is small: K, M, B and T with 2 decimals ("12.35K", "1.25M"). */
export function formatCompact(n: Maybe): string {
  return written(n, (m) => lettered(m, 1e3, cents.format) ?? plain.format(m));
}

/** The form of axes and of figures at every point: K, M, B and T with up to 2 decimals ("40K", "1.25M"). */
function formatRound(n: Maybe): string {
  return written(n, (m) => lettered(m, 1e3, plain.format) ?? plain.format(m));
}

/**
 * A percentage with up to 2 decimals: 23.09 is "23.09%".
 *
 * @param least how many decimals it shows at least: with 1, 100 is "100.0%"
 */
export function formatPercent(n: Maybe, least: LeastDecimals = 0): string {
  return textOf(percentParts(n, least));
}

/** The percent sign, with what stands before it. */
export const PERCENT_SIGN = copy.percent.space + copy.percent.unit;

/** A number, the sign or word of its unit, and what stands between the two. */
export type UnitPart = { readonly number: string; readonly space: string; readonly unit: string };

const textOf = (parts: readonly UnitPart[]) =>
  parts.map(({ number, space, unit }) => number + space + unit).join(" ");

function percentParts(n: Maybe, least: LeastDecimals): UnitPart[] {
  const number = written(n, (least === 0 ? plain : atLeastOne).format);
  return number === "" ? [] : [{ number, ...copy.percent }];
}

/** A part that is 0 is left out, but not all of them. */
function tenureParts({ years, months }: Tenure): UnitPart[] {
  const part = (count: number, unit: string) => ({ number: String(count), space: " ", unit });
  return [
    ...(years ? [part(years, copy.years(years))] : []),
    ...(months || !years ? [part(months, copy.months(months))] : []),
  ];
}

/** Months as years and months, rounded to whole ones. */
function monthsParts(n: Maybe): UnitPart[] {
  if (!isShown(n)) return [];
  const months = Math.round(Math.abs(n));
  const parts = tenureParts({ years: Math.floor(months / 12), months: months % 12 });
  const sign = n < 0 && months > 0 ? MINUS : "";
  return parts.map((part, at) => (at === 0 ? { ...part, number: sign + part.number } : part));
}

/** The parts of a percentage or a tenure. With spaces between them they are what `formatUnit` writes. */
export const unitParts = (n: Maybe, unit: "percent" | "months"): UnitPart[] =>
  unit === "percent" ? percentParts(n, 0) : monthsParts(n);

/** An amount of money: cents below 1,000, whole units up to ten million, then M, B and T. */
export function formatMoney(n: Maybe, currency: string, { inFull = false }: Digits = {}): string {
  const units = (m: number) => (m < 999.995 ? cents : whole).format(m);
  return written(n, (m) => priced(currency, shortened(m, inFull, units)));
}

/** Months with up to 1 decimal, for charts, whose titles and axes are in months: "27.3 months". */
export function formatMonths(n: Maybe): string {
  const number = written(n, oneDecimal.format);
  return number === "" ? "" : `${number} ${copy.months(Math.round(Number(n) * 10) / 10)}`;
}

/** Options of {@link formatUnit}. */
export type UnitOptions = Digits & {
  /** ISO 4217 code of the program, for money. */
  readonly currency?: string;
  /** The form of axes: K, M, B; months without their word. */
  readonly round?: boolean;
};

/** Writes a figure in its own unit, as the generated metric table declares it; months as a tenure. */
export function formatUnit(value: Maybe, unit: Unit, options: UnitOptions = {}): string {
  const { currency = "USD", round = false } = options;
  switch (unit) {
    case "percent":
      return formatPercent(value);
    case "money":
      return round
        ? written(value, (m) => priced(currency, formatRound(m)))
        : formatMoney(value, currency, options);
    case "seconds":
      return formatDuration(value);
    case "months":
      return round ? written(value, oneDecimal.format) : textOf(monthsParts(value));
    case "count":
    case "decimal":
      return round ? formatRound(value) : formatNumber(value, options);
  }
}

/** Options of {@link formatCell}. */
export type CellOptions = Digits & {
  readonly currency: string;
  readonly percentDecimals?: LeastDecimals | undefined;
};

/**
 * Writes a figure in a cell of a table, whose header names the unit: months without their word, and always
 * with 1 decimal, so that their digits align.
 */
export function formatCell(value: Maybe, unit: Unit, options: CellOptions): string {
  if (unit === "percent") return formatPercent(value, options.percentDecimals);
  if (unit === "months") return written(value, tenths.format);
  return formatUnit(value, unit, options);
}

/** A change: "+8,198", "−1.26", "0"; with 1 decimal at least, 8 is "+8.0". */
export function formatDelta(
  n: Maybe,
  { inFull = false, least = 0 }: Digits & { readonly least?: LeastDecimals } = {},
): string {
  return written(n, (m) => shortened(m, inFull, (least === 0 ? plain : atLeastOne).format), true);
}

/** Seconds as mm:ss, zero padded; an hour and more stays in minutes ("75:03"). */
export function formatDuration(seconds: Maybe): string {
  return written(seconds, (m) => {
    const total = Math.round(m);
    const two = (part: number) => String(part).padStart(2, "0");
    return `${two(Math.floor(total / 60))}:${two(total % 60)}`;
  });
}

/** "2 years 3 months", "1 month"; a part that is 0 is left out, all 0 is "0 months". */
export function formatTenure(tenure: Tenure | null | undefined): string {
  return tenure ? textOf(tenureParts(tenure)) : NO_VALUE;
}

/** A day as "Nov 19, 2026", computed without a time zone. */
export function formatDate(iso: Day): string {
  const day = dayOf(iso);
  return day ? dayFormat.format(day) : NO_VALUE;
}

const times = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });

/** A time (seconds since 1970-01-01 UTC) in the reader's time zone: "Nov 19, 2026, 8:30 AM". */
export function formatTime(seconds: Maybe): string {
  return seconds == null ? NO_VALUE : times.format(seconds * 1000);
}

/** A day as "Nov 19", where its year is clear from the context. */
export function formatShortDate(iso: Day): string {
  const day = dayOf(iso);
  return day ? shortDayFormat.format(day) : NO_VALUE;
}

/** A day as "Friday, November 20". */
export function formatWeekday(iso: Day): string {
  const day = dayOf(iso);
  return day ? weekdayFormat.format(day) : NO_VALUE;
}

/** The weekday of a day: "Friday". */
export function formatDayOfWeek(iso: Day): string {
  const day = dayOf(iso);
  return day ? dayOfWeekFormat.format(day) : NO_VALUE;
}

type Day = string | null | undefined;

/** A range of days in parts: its first day, null for one day alone; its last day; and the year of that, as it follows it. */
export function rangeParts(startIso: Day, endIso: Day) {
  const [start, end] = [dayOf(startIso), dayOf(endIso)];
  if (!start || !end) return { from: null, to: NO_VALUE, year: "" };
  const last = dayFormat.formatToParts(end);
  // A comma or a space stands before the year, which is last in all languages.
  const year = last.findIndex(({ type }) => type === "year") - 1;
  const text = (parts: typeof last) => parts.map(({ value }) => value).join("");
  const sameYear = start.getUTCFullYear() === end.getUTCFullYear();
  const isDay = start.getTime() === end.getTime();
  return {
    from: isDay ? null : (sameYear ? shortDayFormat : dayFormat).format(start),
    to: text(last.slice(0, year)),
    year: text(last.slice(year)),
  };
}

/** A range of days: "Jan 1 – Nov 19, 2026"; both years when they differ; one day alone. */
export function formatRange(startIso: Day, endIso: Day): string {
  const { from, to, year } = rangeParts(startIso, endIso);
  return (from === null ? "" : `${from} – `) + to + year;
}

const utc = { timeZone: "UTC" } as const;
const dayFormat = new Intl.DateTimeFormat(LOCALE, {
  ...utc,
  month: "short",
  day: "numeric",
  year: "numeric",
});
const shortDayFormat = new Intl.DateTimeFormat(LOCALE, { ...utc, month: "short", day: "numeric" });
const weekdayFormat = new Intl.DateTimeFormat(LOCALE, {
  ...utc,
  weekday: "long",
  month: "long",
  day: "numeric",
});
const dayOfWeekFormat = new Intl.DateTimeFormat(LOCALE, { ...utc, weekday: "long" });

/** A month as "Nov 2026". */
const monthFormat = new Intl.DateTimeFormat(LOCALE, { ...utc, month: "short", year: "numeric" });

/** A period of a chart, from its first day: "Nov 2026", "Q4 2026", "2026", "Nov 2, 2026" of a day or week. */
export function formatPeriod(start: string, scale: TimeScale): string {
  if (scale === "BY_DAYS" || scale === "BY_WEEKS") return formatDate(start);
  if (scale === "BY_MONTHS") return monthFormat.format(Date.parse(start));
  const year = start.slice(0, 4);
  return scale === "BY_QUARTERS" ? `${formatQuarter(start)} ${year}` : year;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A period as answers label it, in English: "Jan 2026", "Nov 19", "Nov 19, 2026", "Q1 2026" or "2026". */
export function formatLabel(label: string): string {
  const [, month = "", day, year] = /^([A-Z][a-z]{2})(?: (\d{1,2}))?(?:,? (\d{4}))?$/.exec(label) ?? [];
  const at = MONTHS.indexOf(month);
  if (at < 0) return label.replace(/^Q(\d)/, (_, quarter) => copy.quarter(Number(quarter)));
  const date = Date.UTC(Number(year ?? 2000), at, Number(day ?? 1));
  if (day === undefined) return monthFormat.format(date);
  return (year === undefined ? shortDayFormat : dayFormat).format(date);
}

/** The quarter of a day: "Q4". */
export const formatQuarter = (day: string): string => copy.quarter(Math.ceil(Number(day.slice(5, 7)) / 3));

function dayOf(iso: Day): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso ?? "");
  return match ? new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))) : null;
}

function written(n: Maybe, write: (magnitude: number) => string, plus = false): string {
  return isShown(n) ? signed(n, write, plus) : "";
}

/** An amount with its currency. */
const priced = (currency: string, amount: string) => copy.money(currencySign(currency), amount);

const signs = new Map<string, string>();

/** "$" for USD, "€" for EUR, the code itself where there is no sign or the code is unknown. */
function currencySign(currency: string): string {
  let sign = signs.get(currency);
  if (sign === undefined) {
    try {
      const parts = new Intl.NumberFormat(LOCALE, {
        style: "currency",
        currency,
        currencyDisplay: "narrowSymbol",
      }).formatToParts(0);
      sign = parts.find((part) => part.type === "currency")?.value ?? currency;
    } catch {
      sign = currency;
    }
    signs.set(currency, sign);
  }
  return sign;
}

const conjunction = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** "a, b, and c" */
export const formatList = (items: Iterable<string>): string => conjunction.format(items);
