import { score as copy } from "#texts/page";
import { detailCopy, moveCopy } from "#texts/score";
import type { ScoreAnswer } from "../../generated/wire";
import { Dialog } from "../../kit";
import { formatDate, formatNumber } from "../../texts/format";
import { formatPoints, isMoveWithinChance } from "./describeScore";
import { MethodName } from "./MethodName";
import { isShare, mostPointsLeft, moveSentence, pointsLeft } from "./moved";
import { inUnitOf, partValue } from "./partFigures";
import classes from "./ScoreDetail.module.css";
import { setDetail, useScoreLayers } from "./scoreLayers";
import { useShownScore } from "./useShownScore";
import { Waterfall } from "./Waterfall";

/** The number of parts listed under "Most points left". */
const MOST_LEFT = 3;

/** The detail view: what moved the score, where points are left, and what each part means. */
export default function ScoreDetail() {
  const open = useScoreLayers((state) => state.detail);
  const { data } = useShownScore();
  const asOf = data?.explain.asOf;
  return (
    <Dialog
      open={open && data !== undefined}
      onClose={() => setDetail(false)}
      title={detailCopy.detailTitle}
      subtitle={
        data && asOf ? (
          <>
            {copy.window(data.explain.windowDays, formatDate(asOf))} ·{" "}
            <MethodName name={data.explain.method} onLeave={() => setDetail(false)} />
          </>
        ) : undefined
      }
      size="lg"
    >
      {data && (
        <div className={classes.sections}>
          <Moved answer={data} />
          <Left answer={data} />
          <Definitions answer={data} />
        </div>
      )}
    </Dialog>
  );
}

function Moved({ answer }: { answer: ScoreAnswer }) {
  return (
    <section>
      <h3 className={classes.title}>{detailCopy.movedTitle}</h3>
      <p className={classes.lead}>
        {(answer.score === null && answer.explain.missing) || moveSentence(answer, formatPoints)}
        {isMoveWithinChance(answer) && ` ${moveCopy.withinChance}`}
      </p>
      <Waterfall answer={answer} />
    </section>
  );
}

function Left({ answer }: { answer: ScoreAnswer }) {
  const parts = mostPointsLeft(answer.explain.parts, MOST_LEFT);
  return (
    <section>
      <h3 className={classes.title}>{detailCopy.leftTitle}</h3>
      {parts.length === 0 ? (
        <p className={classes.lead}>{answer.score === null ? copy.noScore : detailCopy.nothingLeft}</p>
      ) : (
        <ul className={classes.cards}>
          {parts.map((part) => (
            <li key={part.key} className={classes.card}>
              <span className={classes.name}>{part.label}</span>
              <span className={classes.points}>{detailCopy.left(formatPoints(pointsLeft(part)))}</span>
              <span className={classes.small}>
                {partValue(part, answer)} · {copy.target(inUnitOf(part, part.target))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Definitions({ answer }: { answer: ScoreAnswer }) {
  return (
    <section>
      <h3 className={classes.title}>{detailCopy.definitionsTitle}</h3>
      <dl className={classes.definitions}>
        {answer.explain.parts.map((part) => (
          <div key={part.key} className={classes.definition}>
            <dt>
              {part.label}
              <span className={classes.pillar}>{detailCopy.pillars[part.pillar]}</span>
            </dt>
            <dd>
              {part.definition}{" "}
              <span className={classes.small}>
                {detailCopy.floorTarget(inUnitOf(part, part.floor), inUnitOf(part, part.target))}.{" "}
                {part.state !== "ok"
                  ? copy[part.state]
                  : isShare(part) &&
                    detailCopy.ratio(formatNumber(part.numerator), formatNumber(part.denominator))}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
