import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { issued as copy } from "#texts/explain";
import { ApiError } from "../../api/client";
import { namedFigures } from "../../api/namedFigures";
import { callQuery } from "../../api/query";
import { LineChart } from "../../figures/blocks/chart/LineChart";
import type { ChartOption } from "../../figures/blocks/chart/options";
import { CopyReceipt } from "../../figures/blocks/frame/CopyReceipt";
import { Verify } from "../../figures/blocks/frame/Verify";
import { formatPoints } from "../../figures/score/describeScore";
import { useScoreParams } from "../../figures/score/useShownScore";
import type { FilterParams, IssuedAnswer, IssuedDay, Unit } from "../../generated/wire";
import { DataTable } from "../../kit/DataTable";
import { Loaded } from "../../kit/parts/Loaded";
import { Select } from "../../kit/Select";
import { formatCell, formatDate } from "../../texts/format";
import { useCurrency } from "../dashboards/useCurrency";
import css from "./Issued.module.css";
import { differing, issuedModel } from "./issuedModel";

const HEIGHT = 220;

export type IssuedSectionProps = {
  /** The id of a figure that is issued. */
  readonly figure: string;
  readonly params: FilterParams;
};

/**
 * What was issued of a figure on each day and what the data of now give, where two days or more tell a difference; and the
 * receipts.
 */
export function IssuedSection({ figure, params }: IssuedSectionProps) {
  const path = `api/v1/issued/${figure}` as const;
  const answer = useQuery({
    ...callQuery("POST", path, params, { blocking: true, keepsLast: true }),
    select: namedFigures<IssuedAnswer>,
  });
  const { data, error } = answer;
  // Issued figures are of everybody: there are none for who sees some members only.
  if (error instanceof ApiError && error.status === 403) return <Receipts figure={figure} />;
  if (!data && !error) return null;
  // Two lines that are one say nothing; what was issued can still be proved.
  if (data && !(data.days.length > 1 && data.days.some(({ differs }) => differs)))
    return <Receipts figure={figure} issued={data} />;
  return (
    <section className={css.issued} aria-labelledby="issued-title">
      <h2 id="issued-title" className={css.title}>
        {copy.title}
      </h2>
      <Loaded of={answer} failed={copy.failed} waiting={null}>
        {(issued) => <Issued figure={figure} data={issued} />}
      </Loaded>
    </section>
  );
}

function Issued({ figure, data }: { figure: string; data: IssuedAnswer }) {
  const { days, windowDays, unit } = data;
  const { listed, more } = differing(days);
  const count = days.filter(({ differs }) => differs).length;
  const compared = days.filter(({ isCompared }) => isCompared).length;
  return (
    <>
      <p className={css.lead}>{copy.lead(windowDays)}</p>
      <Lines data={data} />
      <p className={css.lead}>
        {copy.differ(count, compared)}
        {compared < days.length && ` ${copy.open(days.length - compared)}`}
      </p>
      {listed.length > 0 && <Differences days={listed} unit={unit} />}
      {more > 0 && <p className={css.lead}>{copy.more(more)}</p>}
      <Receipts figure={figure} issued={data} />
    </>
  );
}

function Lines({ data }: { data: IssuedAnswer }) {
  const currency = useCurrency();
  const model = useMemo(() => issuedModel(data), [data]);
  // What differs is small: an axis from 0 would not show it.
  const closely = useCallback(
    (drawn: ChartOption) => {
      const ends = around(model.series.flatMap(({ values }) => values));
      return { ...drawn, yAxis: { ...drawn.yAxis, ...ends } } as ChartOption;
    },
    [model],
  );
  return (
    <div>
      <LineChart
        model={model}
        // The score is in points.
        unit={data.unit ?? "decimal"}
        currency={currency}
        height={HEIGHT}
        label={copy.chart(data.label)}
        adjust={closely}
      />
    </div>
  );
}

/** The ends of an axis around some values: at a round number, and with room where they hardly differ. */
export function around(values: readonly (number | null)[]): { min: number; max: number } {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const room = Math.max((high - low) / 4, Math.abs(high) * 0.02, 0.01);
  const step = 10 ** Math.floor(Math.log10(room));
  const round = (value: number) => Number(value.toPrecision(12));
  return {
    min: round(Math.floor((low - room) / step) * step),
    max: round(Math.ceil((high + room) / step) * step),
  };
}

function Differences({ days, unit }: { days: readonly IssuedDay[]; unit: Unit | null }) {
  const currency = useCurrency();
  const figure = (value: number | null) =>
    unit === null ? formatPoints(value) : formatCell(value, unit, { currency });
  return (
    <DataTable
      caption={copy.table}
      inset
      columns={[
        { key: "day", title: copy.day, cell: ({ day }) => formatDate(day) },
        // The sentence has both figures.
        {
          key: "issued",
          title: copy.issued,
          isNumber: true,
          isExtra: true,
          cell: ({ issued }) => figure(issued),
        },
        { key: "now", title: copy.now, isNumber: true, isExtra: true, cell: ({ now }) => figure(now) },
        { key: "why", title: copy.why, isSentence: true, cell: ({ sentence }) => sentence },
      ]}
      rows={days}
      keyOf={({ day }) => day}
      empty={null}
    />
  );
}

/** The receipts of the score that is shown, and of the days that were issued. */
function Receipts({ figure, issued }: { figure: string; issued?: IssuedAnswer }) {
  const params = useScoreParams();
  const isScore = figure === "score";
  const hasDays = issued !== undefined && issued.days.length > 0 && issued.note === null;
  if (!isScore && !hasDays) return null;
  return (
    <Verify>
      {/* What it said was of the filter before. */}
      {isScore && <CopyReceipt key={JSON.stringify(params)} metric="score" params={params} />}
      {hasDays && <DayReceipt data={issued} />}
    </Verify>
  );
}

/** Copies the receipt with which a day was issued. */
function DayReceipt({ data }: { data: IssuedAnswer }) {
  const days = data.days.map(({ day }) => day).reverse();
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen !== null && days.includes(chosen) ? chosen : (days[0] ?? "");
  return (
    <div className={css.receipt}>
      <Select
        label={copy.receiptOf}
        options={days.map((value) => ({ value, label: formatDate(value) }))}
        value={day}
        onChange={setChosen}
      />
      <CopyReceipt key={day} metric={data.metric} issuedOn={day} />
    </div>
  );
}
