import { ChevronRight } from "lucide-react";
import { Link } from "react-router-dom";
import { type MetricId, metrics } from "#texts/generated/metrics";
import { blocks } from "#texts/page";
import type { Comparison, IndicatorRow } from "../../../generated/wire";
import { Skeleton } from "../../../kit/Skeleton";
import { formatPercent, formatShortDate } from "../../../texts/format";
import { DEFAULT_COMPARISON } from "../../filters/comparison";
import { withGaps } from "../card/useTotals";
import { prefetchCharts } from "../chart/Chart";
import { Sparkline } from "../chart/Sparkline";
import { SparkText } from "../chart/SparkText";
import { ChangePill, noteOf, shownChange } from "../frame/ChangePill";
import { isWithinChance } from "../frame/chance";
import { Difference } from "../frame/Difference";
import { Explained } from "../frame/Explained";
import { DeltaText, FigureText } from "../frame/FigureText";
import { HiddenFigure } from "../frame/HiddenFigure";
import { MetricName } from "../frame/MetricName";
import css from "./IndicatorTable.module.css";

const copy = blocks.indicators;

/** The metric whose definition explains an indicator. */
const METRIC_OF: Readonly<Record<IndicatorRow["type"], MetricId>> = {
  TOTAL_ENROLLED_USERS: "enrollments.totalEnrolled",
  UNIQUE_LOGINS: "logins.uniqueLogins",
  TOTAL_ACTIVE_USERS: "programActiveRate.activeUsers",
  TOTAL_ENGAGED_USERS: "engagementRate.engagedUsers",
};

export type IndicatorTableProps = {
  readonly rows: readonly IndicatorRow[];
  /** The comparison of the changes; without one they have no column. */
  readonly comparison: Comparison;
  /** The address of an indicator's Explore link, or null. */
  exploreTo(type: IndicatorRow["type"]): string | null;
};

function Head({ comparison }: Pick<IndicatorTableProps, "comparison">) {
  return (
    <thead>
      <tr>
        <th scope="col">{copy.indicator}</th>
        <th scope="col">{copy.value}</th>
        {comparison !== "NONE" && <th scope="col">{copy.change[comparison]}</th>}
        <th scope="col">{copy.trend}</th>
        <th scope="col">
          <span className="sr-only">{copy.explore}</span>
        </th>
      </tr>
    </thead>
  );
}

/** The indicators of the program, one per row. */
export function IndicatorTable({ rows, comparison, exploreTo }: IndicatorTableProps) {
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <caption className="sr-only">{copy.caption}</caption>
        <Head comparison={comparison} />
        <tbody>
          {rows.map((row) => (
            <IndicatorLine
              key={row.type}
              row={row}
              isCompared={comparison !== "NONE"}
              to={exploreTo(row.type)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type IndicatorLineProps = {
  readonly row: IndicatorRow;
  readonly isCompared: boolean;
  readonly to: string | null;
};

function IndicatorLine({ row, isCompared, to }: IndicatorLineProps) {
  const share = row.type === "TOTAL_ENROLLED_USERS" ? copy.ofEligible : copy.ofRegistered;
  const metric = METRIC_OF[row.type];
  const { label, polarity } = metrics[metric];
  const before = row.sum === null || row.popSum === null ? null : row.sum - row.popSum;
  const isChance = isWithinChance(metrics[metric], row.sum, before);
  const through = row.trend.length > 1 ? row.trendThrough : null;
  const trend = withGaps(row.trend, row.trendGaps);
  // One reason for its sum, its share and its change.
  const lacksData = typeof row.hidden?.sum === "object" ? row.hidden.sum : null;
  const popPercent = shownChange(row.popPercent, row.hidden?.sum, row.hidden?.popSum);
  const note =
    popPercent === null
      ? (row.note ??
        (row.hidden?.sum || row.hidden?.popSum
          ? noteOf(
              { before: null, ...(row.hidden.popSum && { beforeHidden: row.hidden.popSum }) },
              row.hidden.sum,
            )
          : row.popSum === null
            ? blocks.noComparison
            : blocks.wasZero))
      : undefined;
  return (
    <tr>
      <th scope="row" className={css.name}>
        <MetricName metric={metric} name={label} strong />
        <span className={css.definition}>{copy.short[row.type]}</span>
      </th>
      <td className={css.value}>
        {lacksData ? (
          <span className={css.note}>
            <HiddenFigure why={lacksData} />
          </span>
        ) : (
          <>
            <span className={css.sum}>
              <FigureText value={row.sum} unit="count" currency="" hidden={row.hidden?.sum} />
            </span>{" "}
            <span className={css.percent}>
              {row.hidden?.percent ? <HiddenFigure why={row.hidden.percent} /> : formatPercent(row.percent)}
            </span>
            <span className={css.share}> {share}</span>
          </>
        )}
      </td>
      {isCompared && (
        <td className={css.change}>
          {lacksData ? null : note === undefined ? (
            <>
              <Explained figure={metric} label={label} isComparable={popPercent !== null}>
                <ChangePill changePercent={popPercent} polarity={polarity} isWithinChance={isChance} />
              </Explained>{" "}
              <span className={css.delta}>
                <Difference value={row.popSum ?? 0} polarity={polarity} isWithinChance={isChance}>
                  <DeltaText value={row.popSum} />
                </Difference>
              </span>
            </>
          ) : (
            // Without a change a difference would mean nothing.
            <span className={css.note}>{note}</span>
          )}
        </td>
      )}
      <td className={css.trend}>
        <span className={css.spark}>
          <Sparkline points={trend} through={through} width={170} height={38} />
        </span>
        {through && (
          <span className={css.through} aria-hidden="true">
            {blocks.toDay(formatShortDate(through))}
          </span>
        )}
        <SparkText points={trend} through={through} unit="count" currency="" />
      </td>
      <td className={css.explore}>
        {to !== null && (
          <Link
            to={to}
            className={css.link}
            aria-label={blocks.exploreOf(label)}
            onPointerEnter={prefetchCharts}
            onFocus={prefetchCharts}
          >
            <span className={css.linkText}>{blocks.explore}</span>
            <ChevronRight size={16} aria-hidden="true" />
          </Link>
        )}
      </td>
    </tr>
  );
}

/** The table while its rows load. */
export function IndicatorTableSkeleton() {
  return (
    <div className={css.frame} aria-hidden="true">
      <table className={css.table}>
        <Head comparison={DEFAULT_COMPARISON} />
        <tbody>
          {[140, 134, 124, 116].map((width) => (
            <tr key={width}>
              <td className={css.name}>
                <Skeleton width={width} height={13} />
                <Skeleton width={210} height={9} className={css.gap} />
              </td>
              <td className={css.value}>
                <Skeleton width={84} height={20} />
              </td>
              <td className={css.change}>
                <Skeleton width={70} height={18} />
              </td>
              <td className={css.trend}>
                <Skeleton width={170} height={28} />
              </td>
              <td className={css.explore} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
