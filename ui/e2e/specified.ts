/** What the specification says about screens: `src/tests/contract.json`, which the HTTP tests also read. */
import { readFileSync } from "node:fs";
import { MONITOR } from "./page";

/** A card: its trend, the target of See Breakdown, and its figures by their path in the answer. */
export type SpecifiedCard = {
  readonly title: string;
  readonly trend?: string;
  readonly to?: string;
  readonly figures: readonly (readonly [label: string, path: string])[];
};

/** A dashboard: the call that returns its figures, the filters in its bar, and its cards in order. */
export type SpecifiedDashboard = {
  readonly path: string;
  readonly info: string;
  readonly filters: readonly string[];
  readonly cards: readonly SpecifiedCard[];
};

type SpecifiedScreen = {
  readonly route: string;
  readonly title: string;
  readonly info?: string;
  readonly filters?: readonly string[];
  readonly cards?: readonly SpecifiedCard[];
  readonly sorts?: Readonly<Record<string, string>>;
};

const { screens } = JSON.parse(
  readFileSync(new URL("../../src/tests/contract.json", import.meta.url), "utf8"),
) as { readonly screens: readonly SpecifiedScreen[] };

/** The titles of the guarded routes. */
export const guarded: Readonly<Record<string, string>> = Object.fromEntries(
  screens.map(({ route, title }) => [route, title]),
);

/** The heading of a guarded route; the Program Monitor greets its user. */
export const headingOf = (route: string): string =>
  route === MONITOR ? "Hello, ANN! Everything you need at a glance." : (guarded[route] ?? "");

/** Every dashboard except the Program Monitor. */
export const DASHBOARDS: readonly SpecifiedDashboard[] = screens.flatMap(({ route, info, filters, cards }) =>
  info && filters && cards ? [{ path: route, info: `api/v1/${info}`, filters, cards }] : [],
);

/** The minimum number of decimals of percentages in a screen's tables. */
export function leastDecimals(route: string): number {
  return /^\/?emails-|polls/.test(route) ? 1 : 0;
}

/** The header of the column a table is initially sorted by; a `-` prefix reverses the order. */
export const SORTS: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  screens.flatMap(({ route, sorts }) => (sorts ? [[route, sorts]] : [])),
);
