import { score as copy } from "#texts/page";
import type { ScoreAnswer, ScorePart } from "../../generated/wire";
import { formatDate, formatPercent } from "../../texts/format";
import { formatPoints } from "./describeScore";
import { inUnitOf, partValue } from "./partFigures";
import classes from "./ScoreParts.module.css";

/** The parts of the score: the value of each, a bar towards its target, and its points. */
export function ScoreParts({ answer }: { answer: ScoreAnswer }) {
  const { parts, missing, asOf, windowDays, coverage } = answer.explain;
  return (
    <>
      {answer.score === null && missing && <p className={classes.missing}>{missing}</p>}
      <ul className={classes.parts}>
        {parts.map((part) => (
          <PartRow key={part.key} part={part} answer={answer} />
        ))}
      </ul>
      <p className={classes.basis}>
        {asOf && copy.window(windowDays, formatDate(asOf))}
        {coverage < 1 && ` · ${copy.coverageShare(formatPercent(coverage * 100))}`}
      </p>
    </>
  );
}

function PartRow({ part, answer }: { part: ScorePart; answer: ScoreAnswer }) {
  return (
    <li className={classes.part} data-counts={part.state === "ok" || undefined}>
      <div className={classes.line}>
        <span className={classes.label}>{part.label}</span>
        <span className={classes.value}>{partValue(part, answer)}</span>
      </div>
      {part.state === "ok" ? (
        <>
          {part.score !== null && (
            // biome-ignore lint/a11y/useSemanticElements: a meter element looks different in every browser.
            <div
              className={classes.bar}
              role="meter"
              aria-label={copy.towardsTarget(part.label)}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(part.score)}
            >
              <span style={{ width: `${part.score}%` }} />
            </div>
          )}
          <div className={classes.small}>
            <span>{copy.target(inUnitOf(part, part.target))}</span>
            {part.pointsEarned !== null && part.pointsPossible !== null && (
              <span>{copy.ofPoints(formatPoints(part.pointsEarned), formatPoints(part.pointsPossible))}</span>
            )}
          </div>
        </>
      ) : (
        <p className={classes.small}>{copy[part.state]}</p>
      )}
    </li>
  );
}
