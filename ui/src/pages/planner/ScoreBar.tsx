import { planner as copy } from "#texts/planner";
import { formatPoints } from "../../figures/score/describeScore";
import css from "./planner.module.css";

type ScoreBarProps = {
  readonly score: number | null;
  readonly target: number | null;
  readonly whatIf: number | null;
};

/** The score from 0 to 100, with the target and what changes would give. */
export function ScoreBar({ score, target, whatIf }: ScoreBarProps) {
  const said = [
    score !== null && copy.bar.now(formatPoints(score)),
    target !== null && copy.bar.target(formatPoints(target)),
    whatIf !== null && copy.bar.whatIf(formatPoints(whatIf)),
  ].filter(Boolean);
  return (
    <div>
      <div className={css.bar} role="img" aria-label={said.join(", ")}>
        <span className={css.lit} style={{ width: `${score ?? 0}%` }} />
        {target !== null && <span className={css.mark} data-kind="target" style={{ left: `${target}%` }} />}
        {whatIf !== null && <span className={css.mark} data-kind="whatIf" style={{ left: `${whatIf}%` }} />}
      </div>
      <ul className={css.legend} aria-hidden="true">
        <li data-kind="now">
          {copy.legend.now} <b>{formatPoints(score)}</b>
        </li>
        {target !== null && (
          <li data-kind="target">
            {copy.legend.target} <b>{formatPoints(target)}</b>
          </li>
        )}
        {whatIf !== null && (
          <li data-kind="whatIf">
            {copy.legend.whatIf} <b>{formatPoints(whatIf)}</b>
          </li>
        )}
      </ul>
    </div>
  );
}
