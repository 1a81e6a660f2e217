import type { FittingTarget, Polarity } from "../../generated/wire";

/** On which side of its target a figure is. */
export type Side = "under" | "on" | "over";
/** Open while a period is not over, and where no direction is good. */
export type Verdict = "reached" | "missed" | "open";

/** How a figure stands against its target. */
export type TargetState = {
  /** Whole percents: below 100 where the figure is under its target, above where it is over. */
  readonly percent: number;
  readonly side: Side;
  readonly verdict: Verdict;
};

/** What is read of a target. */
export type Judged = Pick<FittingTarget, "value" | "grows" | "counted"> & { readonly polarity: Polarity };

/** Keeps a product that is a whole number but for the last digits from being rounded to the next. */
const TINY = 1e-9;

function sideOf(value: number, target: number): Side {
  if (value === target) return "on";
  return value < target ? "under" : "over";
}

function percentOf(value: number, target: number, side: Side): number {
  const percent = (100 * value) / target;
  if (side === "under") return Math.min(99, Math.floor(percent + TINY));
  return side === "over" ? Math.max(101, Math.ceil(percent - TINY)) : 100;
}

function verdictOf(polarity: Polarity, side: Side): Verdict {
  if (polarity === "none") return "open";
  return side === (polarity === "higher" ? "under" : "over") ? "missed" : "reached";
}

/**
 * The state of a figure. A period that is not over is judged only where its end cannot change it. Files judge alike
 * (`src/render/targets.rs`).
 */
export function stateOf(value: number, target: Judged): TargetState {
  const { polarity, grows, counted } = target;
  const side = sideOf(value, target.value);
  const isCertain =
    counted === null || (grows && (side === "over" || (side === "on" && polarity === "higher")));
  return {
    percent: percentOf(value, target.value, side),
    side,
    verdict: isCertain ? verdictOf(polarity, side) : "open",
  };
}
