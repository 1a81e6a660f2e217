import type { ReactNode } from "react";
import type { Polarity } from "../../../generated/wire";
import css from "./Difference.module.css";
import { toneOf, useChangeColours } from "./tone";

export type DifferenceProps = {
  readonly value: number;
  readonly polarity: Polarity;
  /** Whether the change may be chance: it is then neither good nor bad. */
  readonly isWithinChance?: boolean | undefined;
  /** The difference as text. */
  readonly children: ReactNode;
};

/** A difference in points or in figures, in the colour of its change. */
export function Difference({ value, polarity, isWithinChance, children }: DifferenceProps) {
  const tone = toneOf(value, polarity, useChangeColours(), isWithinChance);
  return (
    <span className={css.difference} data-tone={tone}>
      {children}
    </span>
  );
}
