import { Suspense, useEffect, useMemo } from "react";
import { filters as filterTexts } from "#texts/page";
import { shared as copy } from "#texts/shared";
import { useIsBlocked } from "../../api/blocking";
import type { GuardedRoute } from "../../api/pages";
import { titles } from "../../api/paths";
import { Locked } from "../../figures/blocks/frame/locked";
import { useBlocks } from "../../figures/blocks/useBlocks";
import { comparedWindow } from "../../figures/filters/comparison";
import { GROUP_TYPES, GROUPINGS, ofType } from "../../figures/filters/groupings";
import { LIST_TITLES } from "../../figures/filters/listTexts";
import { type Filters, isDefaultPeriod, LIST_IDS, toParams, windowOf } from "../../figures/filters/model";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import type { SharedScreen } from "../../generated/wire";
import { Logo } from "../../kit/Logo";
import { formatDate, formatRange } from "../../texts/format";
import { LOCALE } from "../../texts/language";
import { BlockGrid } from "../dashboards/BlockGrid";
import { breakdownParams } from "../dashboards/breakdownParams";
import { Sections } from "../dashboards/DashboardPage";
import type { BreakdownDeclaration, DashboardDeclaration } from "../dashboards/declaration";
import type { DeclaredScreen } from "../dashboards/declared";
import page from "../dashboards/Page.module.css";
import { PollAnswers } from "../dashboards/PollAnswers";
import { POLLS_BAR } from "../dashboards/polls";
import { Summary } from "../dashboards/Summary";
import css from "./shared.module.css";

const TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });

type SharedPageProps = { readonly shown: SharedScreen; readonly screen: DeclaredScreen };

/** A screen that a link shows: its figures, and what they are of in the place of filters. */
export function SharedPage({ shown, screen }: SharedPageProps) {
  const { program } = shown;
  const title = titles[shown.route as GuardedRoute];
  const isBusy = useIsBlocked();
  useEffect(() => {
    document.title = `${title} – ${program.name}`;
  }, [title, program.name]);
  return (
    <>
      <header className={css.head}>
        <Logo />
        <span className={css.program}>{program.name}</span>
      </header>
      <main className={page.page} aria-busy={isBusy}>
        <div>
          <h1>{title}</h1>
          {shown.name !== title && <p className={css.name}>{shown.name}</p>}
        </div>
        <About shown={shown} screen={screen} />
        <Locked value={true}>
          <Suspense>
            <Content shown={shown} screen={screen} />
          </Suspense>
        </Locked>
      </main>
    </>
  );
}

function Content({ shown, screen }: SharedPageProps) {
  const filters = useAppliedFilters();
  switch (screen.kind) {
    case "dashboard":
      return <Dashboard declaration={screen.declaration} currency={shown.program.currency} />;
    case "breakdown":
      return <Breakdown declaration={screen.declaration} />;
    case "poll":
      return shown.poll && <PollAnswers poll={shown.poll} params={toParams(filters, POLLS_BAR)} />;
  }
}

type DashboardProps = { readonly declaration: DashboardDeclaration; readonly currency: string };

function Dashboard({ declaration, currency }: DashboardProps) {
  const { Above, sections } = declaration;
  return (
    <>
      {Above && <Above />}
      <Sections declaration={declaration} sections={sections} currency={currency} />
    </>
  );
}

function Breakdown({ declaration }: { readonly declaration: BreakdownDeclaration }) {
  const { route, summary, call } = declaration;
  const filters = useAppliedFilters();
  const { params, blocks } = useMemo(() => breakdownParams(declaration, filters), [declaration, filters]);
  const screen = useBlocks(call, blocks, { blocking: true });
  const filePrefix = useMemo(() => [titles[route]], [route]);
  return (
    <>
      {summary && <Summary summary={summary} params={params} />}
      <BlockGrid
        blocks={declaration.blocks}
        screen={screen}
        filePrefix={filePrefix}
        perRow={declaration.perRow}
        percentDecimals={declaration.percentDecimals}
      />
    </>
  );
}

/** What filters choose, list by list. */
function chosenIn(filters: Filters, { groups }: SharedScreen): string[] {
  return LIST_IDS.flatMap((list) => {
    const ids = filters.lists[list];
    if (ids === "all") return [];
    const type = GROUP_TYPES.find((one) => GROUPINGS[one].list === list);
    const names = type ? ofType(groups, type).filter(({ id }) => ids.includes(id)) : [];
    const title = LIST_TITLES[list];
    return names.length === ids.length && names.length > 0
      ? [copy.chosen(title, names.map(({ name }) => name).join(", "))]
      : [copy.chosenCount(title, ids.length)];
  });
}

/** Whether a screen compares its figures with another period. */
function compares(screen: DeclaredScreen): boolean {
  return (
    screen.kind === "dashboard" || (screen.kind === "breakdown" && screen.declaration.summary !== undefined)
  );
}

/** The line in the place of the filter bar. */
function About({ shown, screen }: SharedPageProps) {
  const filters = useAppliedFilters();
  const { program } = shown;
  const window = windowOf(filters, program.today, {
    yearStart: program.fiscalYearStart,
    firstWeekday: program.firstWeekday === "monday" ? 1 : 0,
  });
  const range = formatRange(window.start, window.end);
  const compared = comparedWindow(window, filters.comparison, program.fiscalYearStart, filters.comparedRange);
  // What is not restricted by the period that everybody begins with names no period.
  const isOpen =
    screen.kind === "breakdown" && screen.declaration.showsChosenPeriod && isDefaultPeriod(filters);
  const comparison = compared
    ? filterTexts.comparedWith(formatRange(compared.start, compared.end))
    : filterTexts.notCompared;
  const period =
    filters.period === "SELECTED_DATE" ? range : `${filterTexts.periods[filters.period]}: ${range}`;
  const lines = [
    ...(isOpen ? [] : [period]),
    ...(compares(screen) ? [comparison] : []),
    ...chosenIn(filters, shown),
    ...(program.through === null ? [] : [copy.through(formatDate(program.through))]),
    ...(program.demo ? [copy.demo] : []),
    `${copy.by(shown.sharedBy)}, ${copy.until(TIME.format(shown.expiresAt * 1000))}`,
  ];
  return (
    <ul className={css.about} aria-label={copy.details}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
