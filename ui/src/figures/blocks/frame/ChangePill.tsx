import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import { blocks as copy } from "#texts/page";
import type { Change, Hidden, Polarity, Unit } from "../../../generated/wire";
import { formatDelta, PERCENT_SIGN } from "../../../texts/format";
import css from "./ChangePill.module.css";
import { DeltaText } from "./FigureText";
import { toneOf, useChangeColours } from "./tone";

/** A change in percent below which nothing is said of it where its error is not known. */
const SMALL = 1;

/** The direction of a change. */
export type Direction = "up" | "down" | "level";

/** The direction of a change in percent. */
export function directionOf(changePercent: number): Direction {
  if (changePercent > 0) return "up";
  return changePercent < 0 ? "down" : "level";
}

const ARROWS = { up: ArrowUp, down: ArrowDown, level: ArrowRight } as const;
const SPOKEN = { up: copy.increase, down: copy.decrease, level: copy.unchanged } as const;

export type ChangePillProps = {
  /** Null if there is nothing to compare with, or the previous figure was 0 or less. */
  readonly changePercent: number | null;
  /** Which direction is good. */
  readonly polarity: Polarity;
  /** Why there is no change. */
  readonly note?: string | undefined;
  /** Whether the note is visible next to it, so that screen readers hear it only once. */
  readonly isNoteNear?: boolean;
  /**
   * Whether the change may be chance: it is then neither good nor bad. Where that is not known, neither is one of less than
   * one per cent.
   */
  readonly isWithinChance?: boolean | undefined;
  /** Without the coloured background, for tables. */
  readonly plain?: boolean;
};

/** A change in percent, coloured by its meaning; arrow and sign show its direction without colour. */
export function ChangePill(props: ChangePillProps) {
  const { changePercent, polarity, note, isNoteNear = false, plain = false } = props;
  const colours = useChangeColours();
  if (changePercent === null) {
    return (
      <span className={css.none} data-plain={plain || undefined} title={isNoteNear ? undefined : note}>
        <span aria-hidden="true">{copy.noChange}</span>
        {!isNoteNear && <span className="sr-only">{note ?? copy.noComparison}</span>}
      </span>
    );
  }
  const { isWithinChance = Math.abs(changePercent) < SMALL } = props;
  const direction = directionOf(changePercent);
  const Arrow = ARROWS[direction];
  return (
    <span
      className={css.pill}
      data-direction={direction}
      data-tone={toneOf(changePercent, polarity, colours, isWithinChance)}
      data-plain={plain || undefined}
    >
      <Arrow size={plain ? 13 : 12} strokeWidth={2.5} aria-hidden="true" />
      <span className="sr-only">{SPOKEN[direction]} </span>
      <DeltaText value={changePercent} />
      <span className={css.sign}>{PERCENT_SIGN}</span>
    </span>
  );
}

/** A change that is shown, in percent or points; null where a figure that it compares has no data, and 0 means nothing. */
export const shownChange = (
  change: number | null,
  ...hidden: readonly (Hidden | undefined)[]
): number | null => (hidden.some((why) => typeof why === "object") ? null : change);

/** Why there is no change in percent: the reason in the answer, or that the previous figure was 0 or less. */
export function noteOf(
  { before, beforeHidden, note }: Pick<Change, "before" | "beforeHidden" | "note">,
  hidden?: Hidden | undefined,
): string | undefined {
  // The figure itself says that there are no data.
  if (typeof hidden === "object") return undefined;
  if (typeof beforeHidden === "object") return note ?? copy.noData.before;
  if (hidden || beforeHidden) return copy.hidden.noChange;
  if (note || typeof before !== "number" || before > 0) return note;
  return before < 0 ? copy.wasNegative : copy.wasZero;
}

/** The difference of two percentages in points, for metrics that are percentages themselves; else empty. */
export function pointsText(points: number | null | undefined, unit: Unit): string {
  return unit === "percent" && typeof points === "number" ? copy.points(formatDelta(points)) : "";
}
