import { type ReactElement, Suspense } from "react";
import type { DashboardRoute, GuardedRoute, TopRoute } from "../../api/pages";
import { type HOME, titles } from "../../api/paths";
import { useMaySee } from "../../api/session/permissions";
import { lazyComponent } from "../../kit/lazy";
import { Skeleton } from "../../kit/Skeleton";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";

const UpsellPage = lazyComponent(() => import("./UpsellPage"));
const PlannerPage = lazyComponent(() => import("./PlannerPage"));
const InsightsPage = lazyComponent(() => import("./InsightsPage"));
const NothingHerePage = lazyComponent(() => import("./NothingHerePage"));

/** Loads the standalone screens before they are first opened. */
export function prefetchStandalone(): void {
  // As with other screens, a failed download is retried, and reported, when a screen is opened.
  for (const { load } of [UpsellPage, NothingHerePage]) load().catch(() => undefined);
}

/** The planner; for those to whom the module is closed, how to ask for it. */
function Recommendations() {
  return useMaySee("RECOMMENDATIONS") ? <PlannerPage /> : <UpsellPage route="recommendations" />;
}

/** Insights; for those to whom the module is closed, how to ask for them. */
function Insights() {
  return useMaySee("INSIGHTS") ? <InsightsPage /> : <UpsellPage route="bond-insights" />;
}

/** The screens that no dashboard declares: what they draw is their own, and for some only a message. */
export const standalone = {
  "content-elements": <NothingHerePage route="content-elements" />,
  "bond-insights": <Insights />,
  recommendations: <Recommendations />,
} as const satisfies Record<Exclude<TopRoute, DashboardRoute | typeof HOME>, ReactElement>;

/** Whether a screen is one of them. */
export const isStandalone = (route: GuardedRoute): route is keyof typeof standalone =>
  Object.hasOwn(standalone, route);

/** A standalone screen, fetched when it is opened. */
export function StandaloneScreen({ route }: { readonly route: keyof typeof standalone }) {
  return (
    <Suspense
      fallback={
        <div className={css.page}>
          <PageHeader title={titles[route]} />
          <Skeleton height={320} />
        </div>
      }
    >
      {standalone[route]}
    </Suspense>
  );
}
