import { lazy, Suspense, useEffect } from "react";
import type { FilterParams } from "../../api/generated/wire";
import { useTrends } from "./store";

const loadPanel = () => import("./OpenTrends");
const OpenTrends = lazy(loadPanel);

/** Loads the panel ahead of its first opening. */
export function prefetchTrends(): void {
  // A failed download is retried, and reported, when the panel is opened.
  loadPanel().catch(() => undefined);
}

/** Properties of {@link TrendsPanel}. */
export type TrendsPanelProps = {
  /** The filters of the screen's bar. */
  readonly params: FilterParams;
  readonly currency: string;
};

/** The panel beside a dashboard with the trend of one card; nothing while none is open. */
export function TrendsPanel(props: TrendsPanelProps) {
  const open = useTrends((state) => state.open);
  const close = useTrends((state) => state.close);
  // Whoever leaves the screen leaves the panel.
  useEffect(() => close, [close]);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <OpenTrends {...props} open={open} />
    </Suspense>
  );
}
