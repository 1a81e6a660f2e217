import { lazy, type ReactElement, Suspense } from "react";
import { Skeleton } from "../kit/Skeleton";
import { type HOME, titles } from "../paths";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";
import type { DashboardRoute, TopRoute } from "./tree";

const UpsellPage = lazy(() => import("./UpsellPage"));
const NothingHerePage = lazy(() => import("./NothingHerePage"));

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
