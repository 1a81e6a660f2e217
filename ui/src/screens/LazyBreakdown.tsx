import { lazy, Suspense } from "react";
import { StatStripSkeleton } from "../blocks/StatStrip";
import { guardedRoutes } from "../paths";
import type { BreakdownDeclaration } from "./declaration";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";

const loadPage = () => import("./BreakdownPage");
const BreakdownPage = lazy(loadPage);

/** Loads the breakdown page ahead of its first opening. */
export function prefetchBreakdown(): void {
  // A failed download is tried again, and told, when a breakdown is opened.
  loadPage().catch(() => undefined);
}

/** A breakdown, fetched when the first one is opened. */
export function LazyBreakdownPage({ declaration }: { readonly declaration: BreakdownDeclaration }) {
  const { route, parent, summary } = declaration;
  return (
    <Suspense
      fallback={
        <div className={css.page}>
          <PageHeader title={guardedRoutes[route]} parent={parent} />
          <StatStripSkeleton count={summary.metrics.length} />
        </div>
      }
    >
      <BreakdownPage declaration={declaration} />
    </Suspense>
  );
}
