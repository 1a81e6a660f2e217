import { type ReactNode, useMemo, useState } from "react";
import { planner as copy } from "#texts/planner";
import { useProgram } from "../../api/query";
import { useScoreParams } from "../../figures/score/useShownScore";
import type { FilterParams, Target } from "../../generated/wire";
import { Skeleton } from "../../kit";
import { EmptyState } from "../../kit/EmptyState";
import { Loaded } from "../../kit/parts/Loaded";
import { useSettled } from "../../kit/useSettled";
import { ClosePanel } from "./ClosePanel";
import { usePlanner } from "./calls";
import { ForecastPanel } from "./ForecastPanel";
import { changesOf, type Tried } from "./model";
import { PartsTable } from "./PartsTable";
import { PlansPanel } from "./PlansPanel";
import css from "./planner.module.css";
import { firstTarget, TargetPanel } from "./TargetPanel";

const SKELETON = (
  <div className={css.section}>
    <Skeleton height={420} />
  </div>
);

/** The planner: what it would take to reach a target, who is close to a threshold, and saved plans. */
export default function Planner() {
  const params = useScoreParams();
  const start = usePlanner(params, {});
  const through = useProgram().data?.through;
  return (
    <Loaded of={start} failed={copy.failed} box={css.section} waiting={SKELETON}>
      {(answer) => {
        const { score, missing, windowDays } = answer;
        const close = through && <ClosePanel params={params} through={through} windowDays={windowDays} />;
        return score === null ? (
          <>
            <div className={css.section}>
              <EmptyState title={copy.noScoreTitle} detail={missing} />
            </div>
            {close}
            <PlansPanel answer={answer} target={{ value: 0 }} params={params} />
          </>
        ) : (
          <Planned params={params} first={firstTarget(answer)}>
            {close}
          </Planned>
        );
      }}
    </Loaded>
  );
}

type PlannedProps = {
  readonly params: FilterParams;
  readonly first: number;
  /** Below the target. */
  readonly children: ReactNode;
};

/** What depends on a target and on what is tried. */
function Planned({ params, first, children }: PlannedProps) {
  const [wanted, setWanted] = useState<Target | null>(null);
  const [tried, setTried] = useState<Tried>({});
  const target = wanted ?? { value: first };
  const wish = useMemo(
    () => ({ target: wanted ?? { value: first }, changes: changesOf(tried) }),
    [wanted, first, tried],
  );
  const settled = useSettled(wish);
  const planned = usePlanner(params, settled);
  const { isFetching } = planned;
  return (
    <Loaded of={planned} failed={copy.failed} box={css.section} waiting={SKELETON}>
      {(data) => {
        // Without changes there is nothing beside the score.
        const answer = settled.changes.length > 0 ? data : { ...data, whatIf: null };
        const shown = { answer, target, busy: isFetching, onTry: setTried };
        return (
          <>
            <TargetPanel {...shown} onTarget={setWanted} />
            {children}
            <PartsTable {...shown} tried={tried} />
            <ForecastPanel params={params} />
            <PlansPanel answer={answer} target={target} params={params} />
          </>
        );
      }}
    </Loaded>
  );
}
