import { score as copy } from "#texts/page";
import type { ScoreAnswer, ScorePart } from "../../generated/wire";
import { formatPercent } from "../../texts/format";
import { formatPoints } from "./describeScore";
import { inUnitOf, partValue } from "./partFigures";
import classes from "./ScoreParts.module.css";
import { usePeriodValues } from "./usePeriodValues";

/** The parts of the score: the value of each, a bar towards its target, and its points. */
export function ScoreParts({ answer }: { answer: ScoreAnswer }) {
  const { parts, missing, coverage } = answer.explain;
  const ofPeriod = usePeriodValues();
  return (
    <>
      {answer.score === null && missing && <p className={classes.missing}>{missing}</p>}
      <ul className={classes.parts}>
        {parts.map((part) => (
          <PartRow key={part.key} part={part} answer={answer} ofPeriod={ofPeriod[part.key]} />
        ))}
      </ul>
      {coverage < 1 && <p className={classes.basis}>{copy.coverageShare(formatPercent(coverage * 100))}</p>}
    </>
  );
}

type PartRowProps = {
  readonly part: ScorePart;
  readonly answer: ScoreAnswer;
  /** Its figure of the chosen period. */
  readonly ofPeriod: string | undefined;
};

function PartRow({ part, answer, ofPeriod }: PartRowProps) {
  const value = partValue(part, answer);
  return (
    <li className={classes.part} data-counts={part.state === "ok" || undefined}>
      <div className={classes.line}>
        <span className={classes.label}>{part.label}</span>
        <span className={classes.value}>{value}</span>
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
            <span>
              {copy.target(inUnitOf(part, part.target))}
              {ofPeriod !== undefined && ofPeriod !== value && ` · ${copy.thisPeriod(ofPeriod)}`}
            </span>
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
