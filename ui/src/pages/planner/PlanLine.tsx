import { planner } from "#texts/planner";
import { dayNumber } from "../../figures/filters/dates";
import { formatPoints } from "../../figures/score/describeScore";
import type { PlanAnswer } from "../../generated/wire";
import { formatDate, formatShortDate } from "../../texts/format";
import css from "./planner.module.css";

const copy = planner.plans;

const WIDTH = 320;
const HEIGHT = 72;
const MARGIN = 6;

/** The planned line, dashed, and the scores so far. Screen readers have the points as a table. */
export function PlanLine({ plan }: { readonly plan: PlanAnswer }) {
  const { points, starts, ends, name } = plan;
  const values = points.flatMap(({ score, planned }) => [score, planned]).filter((value) => value !== null);
  if (values.length === 0) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [first, days] = [dayNumber(starts), Math.max(1, dayNumber(ends) - dayNumber(starts))];
  const at = (day: string, value: number) => ({
    x: MARGIN + ((dayNumber(day) - first) / days) * (WIDTH - 2 * MARGIN),
    y: HEIGHT - MARGIN - ((value - least) / Math.max(1, most - least)) * (HEIGHT - 2 * MARGIN),
  });
  const line = (of: "score" | "planned") =>
    points
      .flatMap((point) => (point[of] === null ? [] : [at(point.day, point[of])]))
      .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(" ");
  const drawn = points.flatMap(({ day, score }) => (score === null ? [] : [{ day, ...at(day, score) }]));
  return (
    <div>
      <svg className={css.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <polyline className={css.planned} points={line("planned")} />
        <polyline className={css.scored} points={line("score")} />
        {drawn.map(({ day, x, y }) => (
          <circle key={day} className={css.dot} cx={x} cy={y} r="3" />
        ))}
      </svg>
      <p className={css.ends} aria-hidden="true">
        <span>{formatShortDate(starts)}</span>
        <span>{formatShortDate(ends)}</span>
      </p>
      <table className="sr-only">
        <caption>{copy.tableOf(name)}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.day}</th>
            <th scope="col">{copy.score}</th>
            <th scope="col">{copy.line}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ day, score, planned }) => (
            <tr key={day}>
              <th scope="row">{formatDate(day)}</th>
              <td>{formatPoints(score)}</td>
              <td>{formatPoints(planned)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
