import { type MetricId, metrics } from "../../api/generated/metrics";
import type { Totals } from "../../api/generated/wire";
import { ChangePill, noteOf } from "../frame/ChangePill";
import { Explained } from "../frame/Explained";
import { Figure } from "./Figure";
import { changeOf, figureOf, hiddenOf } from "./useTotals";

/** Properties of {@link ComparedFigure}. */
export type ComparedFigureProps = {
  readonly metric: MetricId;
  readonly totals: Totals;
  readonly currency: string;
};

/** A headline figure and its change, if there is a comparison. */
export function ComparedFigure({ metric, totals, currency }: ComparedFigureProps) {
  const { label, unit, polarity } = metrics[metric];
  const change = changeOf(totals, metric);
  const hidden = hiddenOf(totals, metric);
  return (
    <>
      <Figure value={figureOf(totals, metric)} unit={unit} currency={currency} hidden={hidden} />
      {change && totals.comparedWith.comparison !== "NONE" && (
        <Explained figure={metric} label={label} isComparable={change.changePercent !== null}>
          <ChangePill
            changePercent={change.changePercent}
            polarity={polarity}
            isWithinChance={change.withinChance}
            note={noteOf(change, hidden)}
            isNoteNear={change.note !== undefined}
          />
        </Explained>
      )}
    </>
  );
}
