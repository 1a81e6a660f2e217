import { useContext } from "react";
import { type MetricId, metrics } from "#texts/generated/metrics";
import type { FilterParams, Totals } from "../../../generated/wire";
import { Target } from "../../targets/Target";
import { ChangePill, noteOf, shownChange } from "../frame/ChangePill";
import { Explained } from "../frame/Explained";
import { ReceiptParams } from "../receiptParams";
import { Figure } from "./Figure";
import { changeOf, figureOf, hiddenOf, knownFigureOf } from "./useTotals";

export type ComparedFigureProps = {
  readonly metric: MetricId;
  readonly totals: Totals;
  readonly currency: string;
  /** The filter, where {@link ReceiptParams} does not have it. */
  readonly params?: FilterParams;
};

/** A headline figure and its change, if there are data and a comparison. */
export function ComparedFigure({ metric, totals, currency, params }: ComparedFigureProps) {
  const { label, unit, polarity } = metrics[metric];
  const change = changeOf(totals, metric);
  const hidden = hiddenOf(totals, metric);
  const value = figureOf(totals, metric);
  const changePercent = change ? shownChange(change.changePercent, hidden, change.beforeHidden) : null;
  const ofCards = useContext(ReceiptParams);
  return (
    <>
      <Figure value={value} unit={unit} currency={currency} hidden={hidden} />
      {change && typeof hidden !== "object" && totals.comparedWith.comparison !== "NONE" && (
        <Explained figure={metric} label={label} isComparable={changePercent !== null}>
          <ChangePill
            changePercent={changePercent}
            polarity={polarity}
            isWithinChance={change.withinChance}
            note={noteOf(change, hidden)}
            isNoteNear={change.note !== undefined}
          />
        </Explained>
      )}
      <Target
        metric={metric}
        value={knownFigureOf(totals, metric)}
        currency={currency}
        params={params ?? ofCards}
      />
    </>
  );
}
