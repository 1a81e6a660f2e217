import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { blocks, screens as copy } from "#texts/page";
import { callDeclared } from "../../api/client";
import { type GuardedRoute, pathTo } from "../../api/paths";
import { keepLast, useProgram } from "../../api/query";
import { useMayOpen, useMaySee } from "../../api/session/permissions";
import { useSession } from "../../api/session/store";
import { IndicatorTable, IndicatorTableSkeleton } from "../../figures/blocks/table/IndicatorTable";
import { withFilters } from "../../figures/filters/codec";
import { comparedWindow, namedComparison } from "../../figures/filters/comparison";
import { type Filters, windowOf } from "../../figures/filters/model";
import { useProgramCalendar } from "../../figures/filters/programCalendar";
import { useAppliedFilters, useFilterParams } from "../../figures/filters/useFilters";
import type { IndicatorRow } from "../../generated/wire";
import { lazyComponent } from "../../kit/lazy";
import { Loaded } from "../../kit/parts/Loaded";
import { Skeleton } from "../../kit/Skeleton";
import { formatWeekday } from "../../texts/format";
import type { DashboardDeclaration } from "./declaration";
import css from "./monitor.module.css";
import page from "./Page.module.css";
import { PageHeader, type PageHeaderProps } from "./PageHeader";
import { pinned } from "./pinnedCards";
import { useHere } from "./useHere";

const BAR = "groups";
/** The call of the table of indicators. */
export const INDICATORS = "api/v1/program/monitor/getIndicatorList";

const EXPLORE: Partial<Record<IndicatorRow["type"], GuardedRoute>> = {
  UNIQUE_LOGINS: "user-dashboard/logins-breakdown",
  TOTAL_ACTIVE_USERS: "user-dashboard/program-active-rate-breakdown",
  TOTAL_ENGAGED_USERS: "user-dashboard/engagement-rate-breakdown",
};

function Greeting({ tools }: Pick<PageHeaderProps, "tools">) {
  const firstName = useSession((state) => state.user?.firstName ?? "");
  const today = useProgram().data?.today;
  return (
    <PageHeader
      title={
        <>
          {copy.greeting(firstName.toUpperCase())} <span className={css.glance}>{copy.atAGlance}</span>
        </>
      }
      // Reserves the line until the server's day is known.
      subtitle={today ? formatWeekday(today) : "\u00a0"}
      tools={tools}
    />
  );
}

function Indicators() {
  const filters = useAppliedFilters();
  const today = useProgram().data?.today;
  const calendar = useProgramCalendar();
  const { yearStart } = calendar;
  const here = useHere();
  const mayOpen = useMayOpen();
  const params = useFilterParams(BAR);
  const answer = useQuery({
    queryKey: [INDICATORS, params],
    queryFn: async ({ signal }) => ({
      rows: await callDeclared<IndicatorRow[]>("POST", INDICATORS, params, { signal, blocking: true }),
      // Stored with the rows, so that they have the right heading while the next ones load.
      filters,
    }),
    placeholderData: keepLast(INDICATORS),
  });
  const comparisonOf = (of: Filters) =>
    namedComparison(
      of.comparison,
      today
        ? comparedWindow(windowOf(of, today, calendar), of.comparison, yearStart, of.comparedRange)
        : null,
      yearStart,
    );
  return (
    <Loaded
      of={answer}
      failed={blocks.failedTitle(blocks.indicators.indicator)}
      box={page.panel}
      waiting={<IndicatorTableSkeleton />}
    >
      {({ rows, filters: asked }) => (
        <IndicatorTable
          rows={rows}
          comparison={comparisonOf(asked)}
          exploreTo={(type) => {
            const route = EXPLORE[type];
            return route && mayOpen(route) ? withFilters(pathTo(route), filters, here) : null;
          }}
        />
      )}
    </Loaded>
  );
}

const News = lazyComponent(() => import("../insights/News"));

const INFO = "api/v1/program/monitor/info";
/** The call of its sentences. */
export const NEWS = "api/v1/insights/news";
/** The figures of the screen, which go before its sentences. */
const FIGURES = [INDICATORS, INFO];

/** The sentences with which the screen begins. They come late, so their place is there before them. */
function Beginning() {
  const params = useFilterParams(BAR);
  const hasInsights = useMaySee("INSIGHTS");
  if (useProgram().data?.isEmpty) return null;
  return (
    <section className={css.news} aria-label={copy.whatHappened} data-insights={hasInsights || undefined}>
      <Suspense fallback={<Skeleton width="62%" height={16} />}>
        <News params={params} after={FIGURES} />
      </Suspense>
    </section>
  );
}

/** Program Monitor: what happened in sentences, the indicators and six cards of every dashboard. */
export const monitor: DashboardDeclaration = {
  route: "executive-summary",
  bar: BAR,
  endpoint: INFO,
  Heading: Greeting,
  Beginning,
  Above: Indicators,
  tellsFromPage: true,
  isPinned: true,
  sections: [
    {
      title: copy.pinned,
      cards: Object.entries(pinned).map(([to, card]) => ({ ...card, to: to as keyof typeof pinned })),
    },
  ],
};
