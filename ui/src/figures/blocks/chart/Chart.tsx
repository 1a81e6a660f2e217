import { Suspense, useRef } from "react";
import { blocks as copy } from "#texts/page";
import { lazyComponent } from "../../../kit/lazy";
import { Skeleton } from "../../../kit/Skeleton";
import { whenIdle } from "../../../kit/whenIdle";
import { useDrawQueue } from "../useDrawQueue";
import css from "./Chart.module.css";
import type { ChartEngineProps } from "./engineProps";

/** The height of a pie in pixels. */
export const PIE_HEIGHT = 220;

const FONTS = ['400 12px "Instrument Sans Variable"', '600 12px "Instrument Sans Variable"'];

async function loadEngine(): Promise<typeof import("./engine")> {
  // A canvas is not redrawn when a font loads, so load the fonts first.
  const fonts = document.fonts ? Promise.allSettled(FONTS.map((font) => document.fonts.load(font))) : null;
  const [engine] = await Promise.all([import("./engine"), fonts]);
  return engine;
}

const ChartEngine = lazyComponent(loadEngine);
/** As often as makes the next chart faster. */
const REHEARSALS = 5;
let prefetched = false;

/** Loads the drawing library before the first chart. Further calls do nothing. */
export function prefetchCharts(): void {
  if (prefetched) return;
  prefetched = true;
  // A failed download is retried, and reported, when a chart is shown.
  ChartEngine.load().then(
    async () => {
      const { rehearse } = await import("./engine");
      for (let time = 0; time < REHEARSALS; time++) whenIdle(rehearse, 5000);
    },
    () => {
      prefetched = false;
    },
  );
}

export type ChartProps = ChartEngineProps & {
  /** The height in pixels; by default that of the style sheet, or 400. */
  readonly height?: number;
  /** The height as a share of the width; overrides the height. */
  readonly aspect?: number | undefined;
  /** The description for screen readers. */
  readonly label: string;
};

/** A chart. The first one shown loads the drawing library. */
export function Chart({ height, aspect, label, ...engine }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isOn = useDrawQueue(place);
  const skeleton = <ChartSkeleton height={height} aspect={aspect} />;
  return (
    <div ref={place} className={css.chart} role="img" aria-label={label} style={boxOf(height, aspect)}>
      <Suspense fallback={skeleton}>{isOn ? <ChartEngine {...engine} /> : skeleton}</Suspense>
    </div>
  );
}

/** The size of a chart's box, if not given by the style sheet. */
function boxOf(height: number | undefined, aspect: number | undefined) {
  return aspect ? { height: "auto", aspectRatio: 1 / aspect } : { height };
}

/** A chart while it loads. */
export function ChartSkeleton({ height, aspect }: Pick<ChartProps, "height" | "aspect">) {
  return (
    <div className={css.skeleton} style={boxOf(height, aspect)}>
      <span className="sr-only">{copy.chartLoading}</span>
      <Skeleton className={css.shape} height="100%" />
    </div>
  );
}
