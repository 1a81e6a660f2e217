import { score as copy } from "#texts/page";
import { scoreCopy } from "#texts/score";
import { formatPoints } from "../../figures/score/describeScore";
import { inUnitOf, partValue } from "../../figures/score/partFigures";
import { isShare, mostPointsLeft, pointsLeft } from "../../figures/score/pointsLeft";
import { useShownScore } from "../../figures/score/useShownScore";
import type { ScoreAnswer } from "../../generated/wire";
import { formatNumber } from "../../texts/format";
import css from "./ScoreSections.module.css";

/** The number of parts listed under "Most points to gain". */
const MOST_LEFT = 3;

/** Below the causes of the score's move: where points are left, and what each part means. */
export function ScoreSections() {
  const { data } = useShownScore();
  if (!data) return null;
  return (
    <>
      <Left answer={data} />
      <Definitions answer={data} />
    </>
  );
}

function Left({ answer }: { answer: ScoreAnswer }) {
  const parts = mostPointsLeft(answer.explain.parts, MOST_LEFT);
  return (
    <section className={css.section}>
      <h2 className={css.title}>{scoreCopy.leftTitle}</h2>
      {parts.length === 0 ? (
        <p className={css.lead}>{answer.score === null ? copy.noScore : scoreCopy.nothingLeft}</p>
      ) : (
        <ul className={css.cards}>
          {parts.map((part) => (
            <li key={part.key} className={css.card}>
              <span className={css.name}>{part.label}</span>
              <span className={css.points}>{scoreCopy.left(formatPoints(pointsLeft(part)))}</span>
              <span className={css.small}>
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
  const definitions: Partial<Record<string, string>> = scoreCopy.definitions;
  return (
    <section className={css.section}>
      <h2 className={css.title}>{scoreCopy.definitionsTitle}</h2>
      <dl className={css.definitions}>
        {answer.explain.parts.map((part) => (
          <div key={part.key} className={css.definition}>
            <dt>
              {part.label}
              <span className={css.pillar}>{scoreCopy.pillars[part.pillar]}</span>
            </dt>
            <dd>
              {definitions[part.key] ?? part.definition}{" "}
              <span className={css.small}>
                {scoreCopy.floorTarget(inUnitOf(part, part.floor), inUnitOf(part, part.target))}.{" "}
                {part.state !== "ok"
                  ? copy[part.state]
                  : isShare(part) &&
                    scoreCopy.ratio(formatNumber(part.numerator), formatNumber(part.denominator))}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
