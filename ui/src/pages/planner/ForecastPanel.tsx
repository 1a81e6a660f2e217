import { planner } from "#texts/planner";
import { linePath, placesIn } from "../../figures/blocks/chart/linePath";
import { BlockNote } from "../../figures/blocks/frame/BlockNote";
import { dayNumber } from "../../figures/filters/dates";
import { formatMove, formatPoints } from "../../figures/score/describeScore";
import type { FilterParams, ForecastAnswer, ForecastPart, ForecastPoint } from "../../generated/wire";
import { Skeleton } from "../../kit";
import { DataTable } from "../../kit/DataTable";
import { EmptyState } from "../../kit/EmptyState";
import { Fold } from "../../kit/Fold";
import tableCss from "../../kit/forms/DataTable.module.css";
import { Loaded } from "../../kit/parts/Loaded";
import { formatPercent, formatShortDate } from "../../texts/format";
import { useForecast } from "./calls";
import { forecastMove, inUnit, unmovedText, wholesOf } from "./model";
import css from "./planner.module.css";
import { Section } from "./Section";

const copy = planner.forecast;

/** Where the score would be if members go on logging in as they did, and how well such forecasts did before. */
export function ForecastPanel({ params }: { readonly params: FilterParams }) {
  const answer = useForecast(params);
  return (
    <Section title={copy.title} detail={copy.detail} flush busy={answer.isFetching}>
      <Loaded of={answer} failed={copy.failed} waiting={<Skeleton height={280} />}>
        {(data) =>
          data.points.length === 0 ? (
            <EmptyState title={copy.none} detail={data.missing} />
          ) : (
            <Forecast answer={data} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Forecast({ answer }: { readonly answer: ForecastAnswer }) {
  const { points, score, oneIn } = answer;
  const moved = (point: ForecastPoint) => (score === null ? "" : formatMove(forecastMove(score, point)));
  const unmoved = unmovedText(answer);
  const last = points.at(-1);
  const cellOf = (row: ForecastPart | null, point: ForecastPoint) => {
    if (row !== null) {
      const part = point.parts.find(({ key }) => key === row.key);
      return row.isForecast ? inUnit(row, part?.value ?? null) : copy.stays;
    }
    return (
      <>
        {formatPoints(point.score)} ({moved(point)})
        {point.low !== null && point.high !== null && (
          <span className={tableCss.under}>
            {copy.range(formatPoints(point.low), formatPoints(point.high))}
          </span>
        )}
      </>
    );
  };
  return (
    <>
      <ForecastLine answer={answer} />
      {last && (
        <p className={css.expected}>
          {copy.expected(last.days, formatPoints(last.score))}
          {last.low !== null &&
            last.high !== null &&
            ` (${copy.range(formatPoints(last.low), formatPoints(last.high))})`}
          .
        </p>
      )}
      <Fold title={copy.more} flush>
        {/* The score, and its parts. */}
        <DataTable<ForecastPart | null>
          caption={copy.title}
          columns={[
            { key: "part", title: copy.part, cell: (row) => row?.label ?? planner.score },
            ...points.map((point) => ({
              key: String(point.days),
              title: copy.inDays(point.days),
              subtitle: formatShortDate(point.day),
              isNumber: true,
              cell: (row: ForecastPart | null) => cellOf(row, point),
            })),
          ]}
          rows={[null, ...(points[0]?.parts ?? [])]}
          keyOf={(row) => row?.key ?? "score"}
          kindOf={(row) => (row === null ? "total" : row.isForecast ? undefined : "quiet")}
          empty={null}
        />
        {unmoved !== null && <BlockNote flush>{unmoved}</BlockNote>}
        <BlockNote flush>{errorText(answer)}</BlockNote>
        {points.some(({ tried }) => tried > 0) && <BlockNote flush>{believedText(answer)}</BlockNote>}
        {oneIn > 1 && <BlockNote flush>{copy.sample(oneIn)}</BlockNote>}
      </Fold>
    </>
  );
}

/** How well forecasts did before, in a sentence. */
function errorText({ points }: ForecastAnswer): string {
  const tried = points.flatMap(({ days, typicalError, tried }) =>
    typicalError === null ? [] : [copy.error(formatPoints(typicalError), days, tried)],
  );
  return tried.length === 0 ? copy.untried : copy.tried(tried.join("; "));
}

/** How much of the change is believed. */
function believedText({ points }: ForecastAnswer): string {
  return copy.believed(
    points.map(({ days, believed }) => copy.share(formatPercent(100 * believed), days)).join(", "),
  );
}

const BOX = { width: 960, height: 200, margin: 12 };

/** The score so far, the forecast and its band. The table has the same numbers. */
function ForecastLine({ answer }: { readonly answer: ForecastAnswer }) {
  const { past, points, asOf, score } = answer;
  const last = points.at(-1);
  const first = past[0]?.[0];
  if (!last || !first || asOf === null || score === null) return null;
  const values = [
    ...past.map(([, value]) => value),
    ...points.flatMap(({ score, low, high }) => [score, low ?? score, high ?? score]),
  ];
  const [least, most] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))];
  const [start, end] = [dayNumber(first), dayNumber(last.day)];
  const place = placesIn(BOX, [start, Math.max(start + 1, end)], [least, Math.max(least + 1, most)]);
  const at = (day: string, value: number) => place(dayNumber(day), value);
  const ahead = [{ day: asOf, score, low: score, high: score }, ...points];
  const upper = ahead.map(({ day, score, high }) => at(day, high ?? score));
  const lower = ahead.map(({ day, score, low }) => at(day, low ?? score)).reverse();
  return (
    <div className={css.forecast} aria-hidden="true">
      <span className={css.scale}>
        {wholesOf(least, most).map((value) => (
          <span key={value} style={{ top: `${(100 * place(start, value)[1]) / BOX.height}%` }}>
            {value}
          </span>
        ))}
      </span>
      <svg
        className={css.line}
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polygon className={css.band} points={linePath([...upper, ...lower])} />
        <polyline className={css.scored} points={linePath(past.map(([day, value]) => at(day, value)))} />
        <polyline className={css.planned} points={linePath(ahead.map(({ day, score }) => at(day, score)))} />
      </svg>
      <p className={css.ends}>
        <span>{formatShortDate(first)}</span>
        <span className={css.today} style={{ left: `${(100 * at(asOf, score)[0]) / BOX.width}%` }}>
          {formatShortDate(asOf)}
        </span>
        <span>{formatShortDate(last.day)}</span>
      </p>
    </div>
  );
}
