import { ChevronRight } from "lucide-react";
import { blocks, score as copy, errors } from "#texts/page";
import { useMayExplain } from "../../api/session/permissions";
import type { ScoreAnswer } from "../../generated/wire";
import { Button, Skeleton } from "../../kit";
import { formatDate } from "../../texts/format";
import { Explained } from "../blocks/frame/Explained";
import { Target } from "../targets/Target";
import { describeScore, formatPoints, isMoveWithinChance } from "./describeScore";
import { Gauge } from "./Gauge";
import { Move } from "./Move";
import classes from "./ScoreCard.module.css";
import { PANEL_ID } from "./ScorePanel";
import { setPanel, useScoreLayers } from "./scoreLayers";
import { useScoreParams, useScoreScope, useShownScore } from "./useShownScore";

/** Why there is no move: no score now, with the reason in full on hover and for screen readers, or none last month. */
function NoMove({ answer: { score, explain } }: { answer: ScoreAnswer }) {
  if (score !== null) return <span>{copy.noLastMonth}</span>;
  return (
    <>
      <span title={explain.missing ?? undefined} aria-hidden={explain.missing !== null}>
        {copy.notEnoughData}
      </span>
      {explain.missing !== null && <span className="sr-only">{explain.missing}</span>}
    </>
  );
}

/** The score in the sidebar: gauge, move since last month, and the button of the breakdown. */
export function ScoreCard() {
  const params = useScoreParams();
  const { data, isError, refetch } = useShownScore();
  const scope = useScoreScope();
  const mayExplain = useMayExplain("score");
  const open = useScoreLayers((state) => state.panel);
  // The gauge's text gives the score with its day, groups and move; the rest is hidden from screen readers.
  const isSpoken = data !== undefined && data.score !== null;
  return (
    <section className={classes.card} aria-label={copy.name}>
      <header className={classes.header}>
        <h2>{copy.name}</h2>
        {data?.explain.asOf && <span aria-hidden={isSpoken}>{copy.asOf(formatDate(data.explain.asOf))}</span>}
      </header>
      {scope !== null && (
        <p className={classes.scope} aria-hidden={isSpoken}>
          {scope}
        </p>
      )}
      {data ? (
        <>
          <Gauge score={data.score} lastMonth={data.scoreLastMonth} label={describeScore(data, scope)}>
            <div className={classes.value}>{formatPoints(data.score)}</div>
            <div className={classes.outOf}>{data.score === null ? copy.noScore : copy.outOf}</div>
          </Gauge>
          <p className={classes.move}>
            {data.explain.mom === null ? (
              <span aria-hidden={isSpoken}>
                <NoMove answer={data} />
              </span>
            ) : (
              <>
                {/* A move that opens nothing is in the gauge's text already. */}
                <span aria-hidden={isSpoken && !mayExplain}>
                  <Explained figure="score" label={copy.name} isComparable>
                    <Move
                      points={data.explain.mom}
                      suffix={copy.mom}
                      isWithinChance={isMoveWithinChance(data)}
                    />
                  </Explained>
                </span>
                {isMoveWithinChance(data) && (
                  <span title={blocks.withinChanceHint} aria-hidden={isSpoken}>
                    {blocks.withinChance}
                  </span>
                )}
                {/* The mark is that of the gauge, so it stays with its text where the line wraps. */}
                <span className={classes.last} aria-hidden={isSpoken}>
                  {copy.lastMonth(formatPoints(data.scoreLastMonth))}
                </span>
              </>
            )}
          </p>
          <Target metric="score" value={data.score} params={params} />
        </>
      ) : isError ? (
        <div className={classes.failed} role="alert">
          <p>{copy.failed}</p>
          <Button size="sm" variant="ghost" className={classes.again} onClick={() => void refetch()}>
            {errors.again}
          </Button>
        </div>
      ) : (
        <div className={classes.waiting}>
          <Skeleton className={classes.shape} />
        </div>
      )}
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={PANEL_ID}
        onClick={() => setPanel(!open)}
      >
        {open ? copy.closePanel : copy.see}
        <ChevronRight aria-hidden="true" />
      </button>
    </section>
  );
}
