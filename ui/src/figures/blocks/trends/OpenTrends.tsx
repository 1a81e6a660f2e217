import { useQuery } from "@tanstack/react-query";
import { Download, X } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef } from "react";
import { blocks } from "#texts/page";
import { trends as copy } from "#texts/trends";
import { callQuery, useMinimumMembers, useYearStart } from "../../../api/query";
import type { FilterParams } from "../../../generated/wire";
import { Button } from "../../../kit/Button";
import { IconButton } from "../../../kit/IconButton";
import { Loaded } from "../../../kit/parts/Loaded";
import { SidePanel } from "../../../kit/SidePanel";
import { Skeleton } from "../../../kit/Skeleton";
import { rangeParts } from "../../../texts/format";
import { DEFAULT_COMPARISON } from "../../filters/comparison";
import type { Window } from "../../filters/dates";
import { useNarrowing } from "../../filters/narrowing";
import { ChangePill, noteOf, pointsText, shownChange } from "../frame/ChangePill";
import { toCsv } from "../frame/csv";
import { Difference } from "../frame/Difference";
import { fileName, saveCsv } from "../frame/download";
import { FigureText } from "../frame/FigureText";
import { type OpenTrend, useTrends } from "./store";
import css from "./TrendsPanel.module.css";
import { trendsRows } from "./trendsCsv";
import { isRowWithinChance, labelOf, type TrendTable, trendTables, unitOf } from "./trendTables";

/** Properties of the open panel. */
export type OpenTrendsProps = {
  readonly open: OpenTrend;
  /** The filters of the screen's bar. */
  readonly params: FilterParams;
  readonly currency: string;
};

/** Last year has a table of its own beside that of the comparison: where that is last year, too, it is the period before. */
function withBothTables({ comparison, ...params }: FilterParams): FilterParams {
  return comparison === undefined || comparison === "SAME_DATES_LAST_YEAR"
    ? params
    : { ...params, comparison };
}

/** The open trends panel. */
export default function OpenTrends({ open, params, currency }: OpenTrendsProps) {
  const close = useTrends((state) => state.close);
  const heading = useId();
  const ref = useRef<HTMLElement>(null);
  const path = `api/v1/trends/${open.type}` as const;
  const narrowing = useNarrowing(params);
  const asked = withBothTables(params);
  const comparison = asked.comparison ?? DEFAULT_COMPARISON;
  const answer = useQuery(callQuery("POST", path, asked));
  // Moves the focus into the panel, so that a keyboard reader continues there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trend counts as another opening.
  useEffect(() => ref.current?.focus({ preventScroll: true }), [open.type]);

  // For the style sheet, which gives the panel room.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.trendsOpen = "";
    return () => {
      delete dataset.trendsOpen;
    };
  }, []);

  const { data } = answer;
  const leastMembers = useMinimumMembers();
  const yearStart = useYearStart();
  const download = () => {
    if (!data) return;
    const name = fileName(
      [`${copy.title} ${open.title}`, ...narrowing],
      { start: data.startDate, end: data.endDate },
      "csv",
    );
    saveCsv(
      name,
      toCsv([
        [copy.title, open.title],
        [],
        ...trendsRows(trendTables(data, comparison, yearStart), currency, leastMembers),
      ]),
    );
  };

  return (
    <SidePanel
      as="aside"
      ref={ref}
      open
      onClose={close}
      opener={open.opener}
      className={css.panel}
      aria-labelledby={heading}
    >
      <header className={css.head}>
        <div>
          <h2 id={heading} className={css.title}>
            {copy.title}
          </h2>
          <p className={css.subtitle}>{open.title}</p>
        </div>
        <IconButton label={copy.closeLabel} icon={<X />} onClick={close} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll the box. */}
      <div className={css.body} aria-busy={answer.isFetching} tabIndex={0}>
        <Loaded of={answer} failed={copy.failed} waiting={<TrendsSkeleton />}>
          {(trends) =>
            trendTables(trends, comparison, yearStart).map((table) => (
              <TrendTableView key={table.title} table={table} currency={currency} />
            ))
          }
        </Loaded>
      </div>
      <footer className={css.foot}>
        <Button icon={<Download aria-hidden="true" />} disabled={!data} onClick={download}>
          {copy.download}
        </Button>
        <Button onClick={close}>{copy.close}</Button>
      </footer>
    </SidePanel>
  );
}

/** A range on two lines, broken at its dash, because the columns are narrow. */
function TwoLines({ start, end }: Window) {
  const { from, to, year } = rangeParts(start, end);
  return (
    <>
      {from !== null && (
        <>
          {from} –<br />
        </>
      )}
      {to + year}
    </>
  );
}

type TrendTableProps = { readonly table: TrendTable; readonly currency: string };

function TrendTableView({ table, currency }: TrendTableProps) {
  const { title, subtitle, before, now, rows } = table;
  const heading = useId();
  return (
    <section className={css.section}>
      <h3 id={heading} className={css.sectionTitle}>
        {title}
      </h3>
      <p className={css.subtitle}>{subtitle}</p>
      <table className={css.table} aria-labelledby={heading}>
        <thead>
          <tr>
            <th scope="col">{copy.metric}</th>
            <th scope="col">
              <TwoLines {...before} />
            </th>
            <th scope="col" className={css.now}>
              <TwoLines {...now} />
            </th>
            <th scope="col">{copy.change}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const unit = unitOf(row);
            const hidden = [row.hidden?.popValue, row.hidden?.filterPeriodValue];
            const points = pointsText(shownChange(row.points, ...hidden), unit);
            return (
              <tr key={row.metric}>
                <th scope="row">
                  {labelOf(row)}
                  {row.polarity === "lower" && <span className={css.note}>{blocks.lowerIsBetter}</span>}
                </th>
                <td>
                  <FigureText
                    value={row.popValue}
                    unit={unit}
                    currency={currency}
                    hidden={row.hidden?.popValue}
                  />
                </td>
                <td className={css.now}>
                  <FigureText
                    value={row.filterPeriodValue}
                    unit={unit}
                    currency={currency}
                    hidden={row.hidden?.filterPeriodValue}
                  />
                </td>
                <td>
                  <ChangePill
                    changePercent={shownChange(row.changePercent, ...hidden)}
                    polarity={row.polarity}
                    isWithinChance={isRowWithinChance(row)}
                    note={noteOf(
                      { before: row.popValue, note: row.note },
                      row.hidden?.popValue ?? row.hidden?.filterPeriodValue,
                    )}
                    plain
                  />
                  {row.note && <span className={css.note}>{row.note}</span>}
                  {points && (
                    <span className={css.note}>
                      <Difference value={row.points ?? 0} polarity={row.polarity}>
                        {points}
                      </Difference>
                    </span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function TrendsSkeleton() {
  return (
    <div aria-hidden="true">
      {["pop", "yoy"].map((table) => (
        <div key={table} className={css.section}>
          <Skeleton width={130} height={14} />
          <div className={css.lines}>
            {[150, 120, 140].map((width) => (
              <div key={width} className={css.lineRow}>
                <Skeleton width={width} height={13} />
                <Skeleton width={52} height={13} />
                <Skeleton width={52} height={13} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
