import { Suspense, useEffect } from "react";
import type { FilterParams } from "../../../generated/wire";
import { lazyComponent } from "../../../kit/lazy";
import { useTrends } from "./store";

const OpenTrends = lazyComponent(() => import("./OpenTrends"));

/** Loads the panel before it is first opened. */
export function prefetchTrends(): void {
  // A failed download is retried, and reported, when the panel is opened.
  OpenTrends.load().catch(() => undefined);
}

export type TrendsPanelProps = {
  /** The filters of the screen's bar. */
  readonly params: FilterParams;
  readonly currency: string;
};

/** The panel next to a dashboard with the trend of one card, if one is open. */
export function TrendsPanel(props: TrendsPanelProps) {
  const open = useTrends((state) => state.open);
  const close = useTrends((state) => state.close);
  // Leaving the screen closes the panel.
  useEffect(() => close, [close]);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <OpenTrends {...props} open={open} />
    </Suspense>
  );
}
