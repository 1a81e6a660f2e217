import { ArrowDown, ArrowUp } from "lucide-react";
import { formatMove } from "./describeScore";
import classes from "./Move.module.css";

export type MoveProps = {
  readonly points: number;
  readonly suffix?: string;
  readonly arrow?: boolean;
  /** Whether it may be chance: it is then neither good nor bad. */
  readonly isWithinChance?: boolean;
};

/** A move in points on the dark sidebar: arrow, sign, figure. */
export function Move({ points, suffix, arrow = true, isWithinChance = false }: MoveProps) {
  const Arrow = points > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={classes.move} data-sign={isWithinChance ? 0 : Math.sign(points)}>
      {arrow && points !== 0 && <Arrow aria-hidden="true" strokeWidth={2.25} />}
      {formatMove(points)}
      {suffix && ` ${suffix}`}
    </span>
  );
}
