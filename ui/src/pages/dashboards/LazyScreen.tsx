import { Suspense } from "react";
import type { DashboardRoute } from "../../api/pages";
import { type GuardedRoute, titles } from "../../api/paths";
import { CardSkeleton } from "../../figures/blocks/card/Card";
import { StatStripSkeleton } from "../../figures/blocks/card/StatStrip";
import { parentOf } from "./back";
import { DashboardPage } from "./DashboardPage";
import { breakdownPage, MODULES } from "./modules";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";

type ScreenProps = { readonly route: GuardedRoute };

/** A dashboard, drawn once its module is loaded. */
function Dashboard({ module }: { readonly module: DashboardRoute }) {
  const { dashboard } = MODULES[module].use();
  return <DashboardPage declaration={dashboard} />;
}

/** A screen below a dashboard; its declaration and the page that draws it load together. */
function Breakdown({ module, route }: ScreenProps & { readonly module: DashboardRoute }) {
  // Begins to load before the first of the two waits.
  void breakdownPage.load().catch(() => undefined);
  const { breakdowns, pages } = MODULES[module].use();
  const { default: BreakdownPage } = breakdownPage.use();
  const Page = pages[route];
  if (Page) return <Page />;
  const declaration = breakdowns.find((one) => one.route === route);
  // The types of the tree ensure that every route is declared.
  if (!declaration) throw new Error(`No screen is declared for ${route}.`);
  return <BreakdownPage declaration={declaration} />;
}

const CARDS = 6;
const FIGURES = 2;

/** A screen of a lazily loaded dashboard. */
export function LazyScreen({ module, route }: ScreenProps & { readonly module: DashboardRoute }) {
  const isDashboard = route === module;
  return (
    <Suspense
      fallback={
        <div className={css.page}>
          <PageHeader title={titles[route]} parent={parentOf(route)} />
          {isDashboard ? (
            <div className={css.section}>
              <div className={css.cards}>
                {Array.from({ length: CARDS }, (_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the grey shapes are all alike.
                  <CardSkeleton key={at} />
                ))}
              </div>
            </div>
          ) : (
            <StatStripSkeleton count={FIGURES} />
          )}
        </div>
      }
    >
      {isDashboard ? <Dashboard module={module} /> : <Breakdown module={module} route={route} />}
    </Suspense>
  );
}
