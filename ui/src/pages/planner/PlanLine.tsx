import { planner } from "#texts/planner";
import { linePath, placesIn } from "../../figures/blocks/chart/linePath";
import { dayNumber } from "../../figures/filters/dates";
import { formatPoints } from "../../figures/score/describeScore";
import type { PlanAnswer } from "../../generated/wire";
import { formatDate, formatShortDate } from "../../texts/format";
import css from "./planner.module.css";

const copy = planner.plans;

const BOX = { width: 320, height: 72, margin: 6 };

/** The planned line, dashed, and the scores so far. Screen readers have the points as a table. */
export function PlanLine({ plan }: { readonly plan: PlanAnswer }) {
  const { points, starts, ends, name } = plan;
  const values = points.flatMap(({ score, planned }) => [score, planned]).filter((value) => value !== null);
  if (values.length === 0) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [dayNumber(starts), dayNumber(ends)];
  const place = placesIn(BOX, [first, Math.max(first + 1, last)], [least, Math.max(least + 1, most)]);
  const places = (of: "score" | "planned") =>
    points.flatMap((point) => (point[of] === null ? [] : [place(dayNumber(point.day), point[of])]));
  return (
    <div>
      <svg className={css.line} viewBox={`0 0 ${BOX.width} ${BOX.height}`} aria-hidden="true">
        <polyline className={css.planned} points={linePath(places("planned"))} />
        <polyline className={css.scored} points={linePath(places("score"))} />
        {places("score").map(([x, y]) => (
          <circle key={x} className={css.dot} cx={x} cy={y} r="3" />
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
