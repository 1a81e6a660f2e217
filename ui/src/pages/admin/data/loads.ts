import { data as copy } from "#texts/data";
import { toCsv } from "../../../figures/blocks/frame/csv";
import type { Kind, Load, LoadDetails, LoadFault, State } from "../../../generated/wire";
import type { Tone } from "../../../kit/parts/Pill";
import { formatNumber } from "../../../texts/format";

const FINAL: readonly State[] = ["published", "checked", "refused", "failed", "cancelled"];

/** The characters of the name of a source. */
export const LONGEST_SOURCE = 60;

/** Whether a load will change no more. */
export const isOver = ({ state }: Pick<Load, "state">): boolean => FINAL.includes(state);

/** Whether a load can still be cancelled: its rows are not yet being replaced. */
export const mayCancel = ({ state }: Load): boolean => state === "queued" || state === "checking";

/** The option of the command line by which a load goes on after a change of the time zone. The refusal names it in each language. */
const NEW_TIME_ZONE = "--new-time-zone";

/** Whether a load was refused because the time zone has changed since the loaded days. */
export const lacksNewTimeZone = ({ state, message }: Load): boolean =>
  state === "refused" && message?.includes(NEW_TIME_ZONE) === true;

const TONES: Readonly<Record<State, Tone>> = {
  queued: "plain",
  checking: "busy",
  loading: "busy",
  deriving: "busy",
  published: "good",
  checked: "good",
  refused: "bad",
  failed: "bad",
  cancelled: "warning",
};

/** How good or bad the state of a load is. */
export const toneOf = ({ state }: Load): Tone => TONES[state];

const UNDOABLE: readonly Kind[] = ["import"];

/** The load that an undo would take back: the newest that changed the data, if it is of a kind that can be undone. */
export function undoable(loads: readonly Load[]): Load | null {
  const newest = loads.find(({ state, dataVersion }) => state === "published" && dataVersion !== null);
  return newest && UNDOABLE.includes(newest.kind) ? newest : null;
}

/** Whether the next change of the data took back what a load did. */
export function isUndone({ id, kind }: Load, loads: readonly Load[]): boolean {
  const later = loads.filter(
    (other) => other.id > id && other.state === "published" && other.dataVersion !== null,
  );
  const next = later.reduce<Load | null>(
    (first, other) => (first && first.id < other.id ? first : other),
    null,
  );
  return UNDOABLE.includes(kind) && next?.kind === "undo";
}

/** What a load reports. A load of an older release may lack parts of it. */
export type Report = {
  readonly warnings?: readonly string[];
  readonly headlines?: readonly { readonly what: string; readonly before: string; readonly after: string }[];
  readonly replaced?: readonly {
    readonly table: string;
    /** Left out where no system is named. */
    readonly source?: string;
    readonly day: string | null;
    readonly before: number;
    readonly after: number;
  }[];
  readonly references?: readonly {
    readonly table: string;
    readonly added: number;
    readonly changed: number;
    readonly same: number;
  }[];
};

/** The report of a load; empty while there is none. */
export function reportOf({ report }: LoadDetails): Report {
  return typeof report === "object" && report !== null ? (report as Report) : {};
}

/** A headline figure of a check, which has numbers with commas, in the notation of the page. */
export function localized(figure: string): string {
  const isNumber = /^\d{1,3}(,\d{3})*$/.test(figure);
  return isNumber ? formatNumber(Number(figure.replaceAll(",", "")), { inFull: true }) : figure;
}

/** Faults as a file for the person who makes the feed. */
export function faultsCsv(faults: readonly LoadFault[]): string {
  const heads = [copy.file, copy.line, copy.column, copy.fault];
  return toCsv([heads, ...faults.map(({ file, line, column, text }) => [file, line, column, text])]);
}
