import { moveCopy as copy } from "#texts/score";
import type { ScoreAnswer } from "../../generated/wire";
import { formatMove, formatPoints } from "./describeScore";
import { type Step, waterfall } from "./moved";
import classes from "./Waterfall.module.css";

/**
 * The steps from last month's score to this month's. The figures are next to the bars
 * as text, so the drawing is hidden from screen readers.
 */
export function Waterfall({ answer }: { answer: ScoreAnswer }) {
  const { score, scoreLastMonth } = answer;
  if (score === null || scoreLastMonth === null) return null;
  const steps = waterfall(answer);
  const ends = [scoreLastMonth, score, ...steps.map((step) => step.to)];
  const low = Math.min(...ends);
  // An unchanged score still needs a scale.
  const span = Math.max(Math.max(...ends) - low, 0.5);
  const x = (points: number) => 4 + (92 * (points - low)) / span;
  return (
    <ol className={classes.rows}>
      <Total label={copy.from} points={scoreLastMonth} x={x(scoreLastMonth)} next={steps.length > 0} />
      {steps.map((step) => (
        <StepRow key={step.key} step={step} x={x} />
      ))}
      <Total label={copy.to} points={score} x={x(score)} next={false} />
    </ol>
  );
}

function Total({ label, points, x, next }: { label: string; points: number; x: number; next: boolean }) {
  return (
    <li className={classes.row} data-total="">
      <span>{label}</span>
      <svg className={classes.plot} viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
        {next && <line className={classes.link} x1={x} x2={x} y1="16" y2="32" />}
        <line className={classes.mark} x1={x} x2={x} y1="6" y2="26" />
      </svg>
      <span className={classes.figure}>{formatPoints(points)}</span>
    </li>
  );
}

function StepRow({ step, x }: { step: Step; x: (points: number) => number }) {
  const [from, to] = [x(step.from), x(step.to)];
  return (
    <li className={classes.row} data-sign={Math.sign(step.points)}>
      <span>
        {step.label}
        {step.figures && <span className={classes.figures}>{step.figures}</span>}
      </span>
      <svg className={classes.plot} viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
        <line className={classes.link} x1={from} x2={from} y1="0" y2="8" />
        <rect className={classes.bar} x={Math.min(from, to)} y="8" width={Math.abs(to - from)} height="16" />
        <line className={classes.link} x1={to} x2={to} y1="24" y2="32" />
      </svg>
      <span className={classes.figure}>{formatMove(step.points)}</span>
    </li>
  );
}
