import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router-dom";
import { explanation } from "#texts/explain";
import { metrics } from "#texts/generated/metrics";
import { blocks, explain as copy } from "#texts/page";
import { ApiError } from "../../api/client";
import { isKeyOf } from "../../api/isKeyOf";
import { named } from "../../api/named";
import { namedFigures } from "../../api/namedFigures";
import { type GuardedRoute, HOME, OPEN_PARAM, pathTo, titles } from "../../api/paths";
import { callQuery } from "../../api/query";
import { maySee, useMaySee, useSession } from "../../api/session";
import { moduleOfFigure } from "../../api/session/permissions";
import { useAddress } from "../../api/useAddress";
import { ChangePill } from "../../figures/blocks/frame/ChangePill";
import { isWithinChance } from "../../figures/blocks/frame/chance";
import { FigureText } from "../../figures/blocks/frame/FigureText";
import { ask } from "../../figures/exports/handoff";
import { withFilters } from "../../figures/filters/codec";
import { daysIn } from "../../figures/filters/dates";
import { FilterBar } from "../../figures/filters/FilterBar";
import type { BarKind } from "../../figures/filters/model";
import { useAppliedFilters, useFilterParams } from "../../figures/filters/useFilters";
import { issuedFigures } from "../../generated/figureModules";
import type { Explanation, FilterParams, ModuleCode, OpenedCauses } from "../../generated/wire";
import { Button } from "../../kit";
import { buttonClass } from "../../kit/Button";
import { EmptyState } from "../../kit/EmptyState";
import { Loaded } from "../../kit/parts/Loaded";
import { Skeleton } from "../../kit/Skeleton";
import { formatDate, formatMonths, formatNumber, formatRange, formatUnit } from "../../texts/format";
import { ForbiddenPage } from "../dashboards/ForbiddenPage";
import pageCss from "../dashboards/Page.module.css";
import { PageHeader } from "../dashboards/PageHeader";
import { useCurrency } from "../dashboards/useCurrency";
import { CauseTable, type Written, writtenEffect } from "./CauseTable";
import css from "./Explain.module.css";
import { IssuedSection } from "./IssuedSection";
import { isDivided, MovesNote } from "./MovesNote";
import { changedAt, OPENED } from "./opened";
import { ScoreSections } from "./ScoreSections";

const SCORE = "score";

/** The filters of a module's figures, and its dashboard. */
const MODULES: Partial<Record<ModuleCode, { bar: BarKind; parent: GuardedRoute }>> = {
  MONITOR: { bar: "groups", parent: HOME },
  MEMBERS: { bar: "groups", parent: "user-dashboard" },
  EMAILS: { bar: "emails", parent: "emails-dashboard" },
  WEBSITE: { bar: "period", parent: "website-dashboard" },
  OFFERS: { bar: "offers", parent: "offers-dashboard" },
  CONTENT: { bar: "groups", parent: "content-dashboard" },
};

/** Why a figure moved: its change as effects of groups, items and times, which can be opened. */
export default function ExplainPage() {
  const { figure = "" } = useParams();
  const module = moduleOfFigure(figure);
  const { bar, parent } = MODULES[module] ?? { bar: "groups", parent: HOME };
  if (useMaySee(module)) return <Page figure={figure} bar={bar} parent={parent} />;
  return <ForbiddenPage title={copy.title} of={{ module, dashboard: titles[parent] }} />;
}

const SKELETON = (
  <>
    <Skeleton height={120} />
    <Skeleton height={360} />
  </>
);

type PageProps = { readonly figure: string; readonly bar: BarKind; readonly parent: GuardedRoute };

function Page({ figure, bar, parent }: PageProps) {
  const filters = useAppliedFilters();
  const params = useFilterParams(bar);
  const [opened, change] = useAddress(OPEN_PARAM, OPENED);
  const path = `api/v1/explain/${figure}` as const;
  const answer = useQuery({
    ...callQuery("POST", path, { ...params, open: opened }, { blocking: true, keepsLast: true }),
    select: (answer) => named(namedFigures(answer)),
  });
  const { data } = answer;
  if (answer.error instanceof ApiError && answer.error.status === 404) {
    return (
      <div className={pageCss.page}>
        <PageHeader title={copy.title} />
        <EmptyState
          title={explanation.unknown}
          detail={explanation.unknownDetail}
          action={
            <Link to={withFilters(pathTo(HOME), filters)} className={buttonClass({ variant: "secondary" })}>
              {titles[HOME]}
            </Link>
          }
        />
      </div>
    );
  }
  return (
    <div className={pageCss.page}>
      <PageHeader
        title={data ? explanation.titleOf(data.label) : copy.title}
        subtitle={data && periodsOf(data)}
        parent={parent}
        tools={<AlertButton figure={figure} params={params} />}
      />
      <FilterBar kind={bar} compares={figure !== SCORE} />
      <Loaded of={answer} failed={explanation.failed} waiting={SKELETON}>
        {(loaded) => (
          <Explained
            data={loaded}
            opened={opened}
            onOpen={(next) => change(() => next)}
            isBusy={answer.isFetching}
          />
        )}
      </Loaded>
      {figure === SCORE && <ScoreSections />}
      {issuedFigures.includes(figure) && <IssuedSection figure={figure} params={params} />}
    </div>
  );
}

/** Opens the form of an alert on the figure. Parts of the score are watched through the score. */
function AlertButton({ figure, params }: { readonly figure: string; readonly params: FilterParams }) {
  const mayExport = useSession(({ user }) => maySee(user, "EXPORT"));
  if (!mayExport || figure.startsWith("score.")) return null;
  return (
    <Button size="sm" onClick={() => ask({ kind: "alert", draft: { metric: figure, params } })}>
      {explanation.alertMe}
    </Button>
  );
}

function periodsOf({ metric, startDate, endDate, startDateBefore, endDateBefore }: Explanation): string {
  if (metric === SCORE) {
    // Without data there are no days of which it is.
    if (endDate === "") return "";
    const days = daysIn({ start: startDate, end: endDate });
    const day = formatDate(endDate);
    return endDateBefore === null
      ? explanation.scored(days, day)
      : explanation.scoredSince(days, day, formatDate(endDateBefore));
  }
  const now = formatRange(startDate, endDate);
  return startDateBefore === null
    ? now
    : explanation.periods(now, formatRange(startDateBefore, endDateBefore));
}

type ExplainedProps = {
  readonly data: Explanation;
  readonly opened: OpenedCauses;
  readonly onOpen: (next: OpenedCauses) => void;
  readonly isBusy: boolean;
};

function Explained({ data, opened, onOpen, isBusy }: ExplainedProps) {
  const currency = useCurrency();
  const isScore = data.metric === SCORE;
  const written: Written = { unit: data.unit, polarity: data.polarity, currency, isScore };
  const { tree, divisions } = data;
  const labels = new Map(divisions.map(({ by, label }) => [by, divisionLabel(by, label)]));
  return (
    <>
      <Head data={data} written={written} />
      {divisions.length > 1 && tree && (
        <fieldset className={css.divisions}>
          <legend className={css.legend}>{explanation.dividedBy}</legend>
          {divisions.map(({ by, label, leading }) => (
            <button
              key={by}
              type="button"
              className={css.division}
              aria-pressed={by === tree.by}
              onClick={() => onOpen({ by })}
            >
              {divisionLabel(by, label)}
              {leading !== null && (
                <span className={css.leading} title={leading}>
                  {leading}
                </span>
              )}
            </button>
          ))}
        </fieldset>
      )}
      {tree && isDivided(tree, "NEWCOMERS") && <p className={css.notes}>{explanation.newcomers}</p>}
      {tree && <MovesNote tree={tree} divisions={divisions.map(({ by }) => by)} />}
      {tree ? (
        <section className={css.panel} aria-label={explanation.causes} aria-busy={isBusy}>
          <CauseTable
            tree={tree}
            written={written}
            change={data.change ?? 0}
            labelOf={(by) => labels.get(by) ?? divisionLabel(by)}
            onToggle={(path, isOpen) =>
              onOpen(changedAt({ by: tree.by, ...opened }, path, () => (isOpen ? {} : undefined)))
            }
            onDivide={(path, by) => onOpen(changedAt({ by: tree.by, ...opened }, path, () => ({ by })))}
          />
        </section>
      ) : (
        <div className={css.panel}>
          <EmptyState title={explanation.nothing} detail={data.note ?? ""} />
        </div>
      )}
    </>
  );
}

/** The name of a division. One within a part of the score comes without a label. */
const divisionLabel = (by: string, label = by) => explanation.divisions[by] ?? label;

/** The smallest error that is written as a number. */
const LEAST_ERROR = 0.01;

/** A standard error. That of very many members is small, but not 0. */
function errorText(error: number, written: Written): string {
  return error < LEAST_ERROR / 2
    ? explanation.lessThan(amountText(LEAST_ERROR, written))
    : amountText(error, written);
}

/** An amount in the unit of a change. */
function amountText(amount: number, { unit, currency, isScore }: Written): string {
  if (unit === "money") return formatUnit(amount, unit, { currency });
  if (unit === "months") return explanation.months(formatNumber(amount));
  return unit === "percent" || isScore ? explanation.points(formatNumber(amount)) : formatNumber(amount);
}

function Head({ data, written }: { data: Explanation; written: Written }) {
  const { now, before, change, chance, calendar, sentences } = data;
  if (now === null || before === null || change === null) return null;
  const { unit, currency, isScore } = written;
  const isPoints = unit === "percent";
  const info = isKeyOf(metrics, data.metric) ? metrics[data.metric] : null;
  const isChance = info ? isWithinChance(info, now, before, chance?.isWithin) : chance?.isWithin;
  const text = writtenEffect(change, written);
  const perDay = (value: number) =>
    unit === "money" ? formatUnit(value, unit, { currency }) : formatNumber(value);
  return (
    <section className={css.head} aria-label={explanation.titleOf(data.label)}>
      <div className={css.figures}>
        <span className={css.now}>
          {/* As the sentences have it: years and months would hide small changes. */}
          {unit === "months" ? formatMonths(now) : <FigureText value={now} unit={unit} currency={currency} />}
        </span>
        {isPoints || isScore ? (
          <span className={css.delta}>{explanation.points(text)}</span>
        ) : (
          <ChangePill changePercent={data.changePercent} polarity={data.polarity} isWithinChance={isChance} />
        )}
        {isChance && <span className={css.badge}>{blocks.withinChance}</span>}
      </div>
      {sentences.map((sentence) => (
        <p key={sentence} className={css.sentence}>
          {sentence}
        </p>
      ))}
      <p className={css.notes}>
        {calendar && `${calendar.text} `}
        {calendar?.perDay != null &&
          calendar.perDayBefore != null &&
          `${explanation.perDay(perDay(calendar.perDay), perDay(calendar.perDayBefore))} `}
        {chance && explanation.chance(errorText(chance.standardError, written))}
      </p>
    </section>
  );
}
