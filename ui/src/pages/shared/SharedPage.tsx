import { Suspense, useEffect } from "react";
import { filters as filterTexts } from "#texts/page";
import { shared as copy } from "#texts/shared";
import { useIsBlocked } from "../../api/blocking";
import { Locked } from "../../figures/blocks/frame/locked";
import { comparedWindow } from "../../figures/filters/comparison";
import { GROUP_LISTS, GROUP_TYPES, GROUPINGS, ofType } from "../../figures/filters/groupings";
import { defaultGroups } from "../../figures/filters/groupsAsOf";
import { LIST_TITLES } from "../../figures/filters/listTexts";
import { type Filters, hasGroups, isDefaultPeriod, LIST_IDS, windowOf } from "../../figures/filters/model";
import { useAppliedFilters, useFilterParams } from "../../figures/filters/useFilters";
import type { SharedScreen } from "../../generated/wire";
import { Logo } from "../../kit/Logo";
import { ProgramLogo } from "../../kit/ProgramLogo";
import { formatDate, formatRange } from "../../texts/format";
import { LOCALE } from "../../texts/language";
import { BreakdownFigures } from "../dashboards/BreakdownFigures";
import { DashboardFigures } from "../dashboards/DashboardPage";
import type { DeclaredScreen } from "../dashboards/declared";
import { NEWS } from "../dashboards/monitor";
import page from "../dashboards/Page.module.css";
import { PollAnswers } from "../dashboards/PollAnswers";
import { POLLS_BAR } from "../dashboards/polls";
import css from "./shared.module.css";

const TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });

type SharedPageProps = { readonly shown: SharedScreen; readonly screen: DeclaredScreen };

/** A screen that a link shows: its figures, and what they are of in the place of filters. */
export function SharedPage({ shown, title, screen }: SharedPageProps & { readonly title: string }) {
  const { program } = shown;
  const isBusy = useIsBlocked();
  useEffect(() => {
    document.title = `${title} – ${program.name}`;
  }, [title, program.name]);
  return (
    <>
      <header className={css.head}>
        <Logo />
        {program.logo && <ProgramLogo digest={program.logo} size="sm" />}
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
  const pollParams = useFilterParams(POLLS_BAR);
  switch (screen.kind) {
    case "dashboard": {
      const { Beginning } = screen.declaration;
      // A link that an earlier release made answers no sentences.
      const hasNews = Beginning && shown.calls.some(({ path }) => path === NEWS);
      return (
        <>
          {hasNews && <Beginning />}
          <DashboardFigures declaration={screen.declaration} />
        </>
      );
    }
    case "breakdown":
      return <BreakdownFigures declaration={screen.declaration} />;
    case "poll":
      return shown.poll && <PollAnswers poll={shown.poll} params={pollParams} />;
  }
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
  const bar = screen.kind === "poll" ? POLLS_BAR : screen.declaration.bar;
  // Of all members, figures are the same in both readings.
  const ofSome = hasGroups(bar) && GROUP_LISTS.some((list) => filters.lists[list] !== "all");
  const counts = ofSome ? (filters.groupsAsOf ?? defaultGroups(program)) : null;
  const lines = [
    ...(isOpen ? [] : [period]),
    ...(compares(screen) ? [comparison] : []),
    ...chosenIn(filters, shown),
    ...(counts ? [copy.groups[counts]] : []),
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
