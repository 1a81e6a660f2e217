import { Fragment, type ReactNode } from "react";
import { blocks as copy } from "#texts/page";
import type { Change, Hidden, Polarity, Unit } from "../../../generated/wire";
import { formatUnit } from "../../../texts/format";
import { pointsText, shownChange } from "../frame/ChangePill";
import { Difference } from "../frame/Difference";
import { Shortened } from "../frame/FigureText";

export type ChangeDetailProps = {
  readonly change: Change;
  /** Why the figure itself is not shown. */
  readonly hidden?: Hidden | undefined;
  readonly figure: { readonly unit: Unit; readonly polarity: Polarity };
  readonly currency: string;
  /** The text with the previous value: shorter on a card than in a summary. */
  sentence(before: string): string;
};

/**
 * The line below a figure: its previous value, the difference in percentage points, which direction is
 * good if that is down, whether the change may be chance, and the reason if there is no change.
 */
export function ChangeDetail({ change, hidden, figure, currency, sentence }: ChangeDetailProps) {
  const { note, beforeHidden } = change;
  const before = shownChange(change.before, beforeHidden);
  const points = shownChange(change.points, hidden, beforeHidden);
  // Nothing is to be judged where there are no data.
  const withinChance = change.withinChance && shownChange(0, hidden, beforeHidden) !== null;
  const { unit, polarity } = figure;
  // The figure itself says that there are no data.
  const hasData = typeof hidden !== "object";
  const parts: [key: string, part: ReactNode][] = [];
  if (note) {
    if (hasData) parts.push(["note", note]);
  } else if (before !== null) {
    const text = sentence(formatUnit(before, unit, { currency }));
    const full = sentence(formatUnit(before, unit, { currency, inFull: true }));
    if (text) parts.push(["before", <Shortened key="before" text={text} full={full} />]);
  }
  const difference = pointsText(points, unit);
  if (difference && points !== null) {
    parts.push([
      "points",
      <Difference key="points" value={points} polarity={polarity} isWithinChance={withinChance}>
        {difference}
      </Difference>,
    ]);
  }
  if (withinChance) {
    parts.push([
      "chance",
      <span key="chance" title={copy.withinChanceHint}>
        {copy.withinChance}
      </span>,
    ]);
  }
  if (polarity === "lower" && hasData) parts.push(["lower", copy.lowerIsBetter]);
  return parts.map(([key, part], at) => (
    <Fragment key={key}>
      {at > 0 && " · "}
      {part}
    </Fragment>
  ));
}
