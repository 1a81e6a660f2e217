import { type CSSProperties, useMemo, useState } from "react";
import { insights } from "#texts/insights";
import { LineChart } from "../../figures/blocks/chart/LineChart";
import { chartFigure } from "../../figures/blocks/chart/options";
import { spokenChart } from "../../figures/blocks/chart/spokenChart";
import { BlockNote } from "../../figures/blocks/frame/BlockNote";
import { FigureCell } from "../../figures/blocks/frame/FigureText";
import type { CohortRow, CohortsAnswer, FilterParams } from "../../generated/wire";
import { Skeleton } from "../../kit";
import { ScrollBox } from "../../kit/DataTable";
import { Loaded } from "../../kit/parts/Loaded";
import { SegmentedControl } from "../../kit/SegmentedControl";
import { Section } from "../planner/Section";
import { useCohorts } from "./calls";
import { cohortLines, monthName } from "./cohortLines";
import css from "./insights.module.css";

const copy = insights.cohorts;

const SHAPES = [
  { value: "table", label: copy.shapes.table },
  { value: "lines", label: copy.shapes.lines },
] as const;

/** Of members by month of registration, how many are there at each age: as a heat map or as lines. */
export function Cohorts({ params }: { readonly params: FilterParams }) {
  const [shape, setShape] = useState<"table" | "lines">("table");
  const answer = useCohorts(params);
  const isEmpty = answer.data?.cohorts.every(({ ages }) => ages.length === 0);
  return (
    <Section
      title={copy.title}
      detail={copy.detail}
      flush
      busy={answer.isFetching}
      tools={<SegmentedControl label={copy.shape} options={SHAPES} value={shape} onChange={setShape} />}
    >
      <Loaded of={answer} failed={copy.failed} waiting={<Skeleton height={420} />}>
        {(data) => (
          <>
            {isEmpty ? (
              <p className={css.padded}>{copy.empty}</p>
            ) : shape === "table" ? (
              <HeatMap answer={data} />
            ) : (
              <Lines cohorts={data.cohorts} />
            )}
            {data.hidden !== undefined && <BlockNote flush>{copy.hiddenNote(data.hidden)}</BlockNote>}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** How much of the accent a cell takes on at most, so that its number stays legible. */
const STRONGEST = 42;

function HeatMap({ answer: { cohorts } }: { readonly answer: CohortsAnswer }) {
  const rows = cohorts.filter(({ ages }) => ages.length > 0);
  const ages = rows[0]?.ages.map((_, at) => at + 1) ?? [];
  const largest = Math.max(1, ...rows.flatMap((row) => row.ages.map(({ percent }) => percent ?? 0)));
  return (
    <ScrollBox label={copy.title} className={css.scroller}>
      <table className={css.heat}>
        <caption className="sr-only">{copy.detail}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.month}</th>
            <th scope="col">{copy.members}</th>
            {ages.map((age) => (
              <th key={age} scope="col">
                <span className="sr-only">{copy.age(age)}</span>
                <span aria-hidden="true">{age}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ month, registered, hidden, ages: cells }) => (
            <tr key={month}>
              <th scope="row">{monthName(month)}</th>
              <td className={css.count}>
                <FigureCell value={registered} unit="count" currency="USD" hidden={hidden ?? undefined} />
              </td>
              {cells.map(({ percent, hidden }, at) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: the place is the age.
                  key={at}
                  className={css.cell}
                  style={{ "--heat": `${(STRONGEST * (percent ?? 0)) / largest}%` } as CSSProperties}
                >
                  {hidden ? (
                    <FigureCell value={null} unit="percent" currency="USD" hidden={hidden} />
                  ) : (
                    percent !== null && Math.round(percent)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const FIGURES = { unit: "percent", currency: "USD" } as const;

function Lines({ cohorts }: { readonly cohorts: readonly CohortRow[] }) {
  const model = useMemo(() => cohortLines(cohorts), [cohorts]);
  return (
    <div className={css.chart}>
      <LineChart
        {...FIGURES}
        model={model}
        height={340}
        label={(hidden) =>
          spokenChart(copy.chart, "line", model, hidden, (value) => chartFigure(value, FIGURES))
        }
      />
      <p className={css.axis}>{copy.ages}</p>
    </div>
  );
}
