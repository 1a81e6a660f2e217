import { type ReactElement, Suspense } from "react";
import { latePart } from "../kit/late";
import { Skeleton } from "../kit/Skeleton";
import { type HOME, titles } from "../paths";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";
import type { DashboardRoute, TopRoute } from "./tree";

const UpsellPage = latePart(() => import("./UpsellPage"));
const NothingHerePage = latePart(() => import("./NothingHerePage"));

/** Loads the screens with a message before they are first opened. */
export function prefetchMessages(): void {
  // As with other screens, a failed download is retried, and reported, when a screen is opened.
  for (const { load } of [UpsellPage, NothingHerePage]) load().catch(() => undefined);
}

/** The screens with a message instead of figures. */
export const messages = {
  "content-elements": <NothingHerePage route="content-elements" />,
  "bond-insights": <UpsellPage route="bond-insights" />,
  recommendations: <UpsellPage route="recommendations" />,
} as const satisfies Record<Exclude<TopRoute, DashboardRoute | typeof HOME>, ReactElement>;

/** A screen with a message, fetched when it is opened. */
export function LazyMessagePage({ route }: { readonly route: keyof typeof messages }) {
  return (
    <Suspense
      fallback={
        <div className={css.page}>
          <PageHeader title={titles[route]} />
          <Skeleton height={320} />
        </div>
      }
    >
      {messages[route]}
    </Suspense>
  );
}
