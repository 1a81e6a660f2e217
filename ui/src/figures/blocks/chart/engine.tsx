/**
 * Draws with ECharts. Only this file imports the library, and it is loaded with the first chart.
 */
import { BarChart, LineChart, PieChart, SankeyChart } from "echarts/charts";
import {
  DataZoomSliderComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { dispose, type EChartsType, getInstanceByDom, init, use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer } from "echarts/renderers";
import ReactEChartsCore from "echarts-for-react/esm/core";
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef } from "react";
import { usePrinting } from "../../../kit/theme";
import type { ChartEngineProps } from "./engineProps";
import type { ZoomRange } from "./lineOptions";
import { sampleOption } from "./sampleOption";
import { setTooltipFont } from "./tooltipFont";

use([
  LineChart,
  BarChart,
  PieChart,
  SankeyChart,
  GridComponent,
  TooltipComponent,
  DataZoomSliderComponent,
  MarkLineComponent,
  MarkAreaComponent,
  LabelLayout,
  CanvasRenderer,
]);

/**
 * The first instance of an element. The component makes one to learn the element's size, waits until it is painted and
 * throws it away, which costs every chart a frame; the size is known at once.
 */
const SIZED = { on: (_event: "finished", known: () => void) => queueMicrotask(known) };

// Only the parts in use, so that the bundler omits the rest of the library.
const ECHARTS = {
  dispose,
  getInstanceByDom: (element: HTMLElement) => getInstanceByDom(element) ?? SIZED,
  init: (element: HTMLElement, theme: unknown, opts: { readonly width?: number } | undefined) =>
    opts?.width === undefined ? SIZED : init(element, theme as null, opts),
};
const OPTS = { renderer: "canvas" } as const;
const PNG_SCALE = 2;
/** How long a size lasts before a chart takes it, in ms: while a window is dragged, every chart would be drawn in each frame. */
const STEADY_SIZE = 60;
/** After how many frames without a change a chart stops requesting frames. Each would lay out and paint the page. */
const STILL_FRAMES = 1;

/**
 * Draws a chart that nobody sees. The browser compiles what it runs often: the first charts take less time if some have
 * been drawn before.
 */
export function rehearse(): void {
  const instance = init(document.createElement("div"), null, { ...OPTS, width: 504, height: 280 });
  instance.setOption(sampleOption());
  instance.getZr().flush();
  instance.dispose();
}

/**
 * Keeps a chart as large as its element, until the returned function is called. The component would take the first change
 * for the one that the chart itself makes: a window that changes just then would leave the chart as it was.
 */
function watchSize(chart: EChartsType): () => void {
  const element = chart.getDom();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    const { clientWidth: width, clientHeight: height } = element;
    if (!chart.isDisposed() && (width !== chart.getWidth() || height !== chart.getHeight()))
      chart.resize({ width: "auto", height: "auto" });
  };
  const sizes = new ResizeObserver(() => {
    clearTimeout(waiting);
    waiting = setTimeout(follow, STEADY_SIZE);
  });
  sizes.observe(element);
  return () => {
    clearTimeout(waiting);
    sizes.disconnect();
  };
}

/** Reports presses within the plot of a chart with points along the bottom. */
function watchPoints(chart: EChartsType, onPress: (at: number) => void): void {
  chart.getZr().on("click", ({ offsetX, offsetY }) => {
    const place: [number, number] = [offsetX, offsetY];
    if (!chart.containPixel("grid", place)) return;
    const [at] = chart.convertFromPixel({ gridIndex: 0 }, place);
    if (at !== undefined) onPress(at);
  });
}

/** Draws an ECharts option. */
export default function ChartEngine({ option, font, handle, onZoom, onPoint }: ChartEngineProps) {
  const instance = useRef<EChartsType | null>(null);
  const unwatch = useRef<(() => void) | null>(null);
  const onReady = useCallback(
    (ready: EChartsType) => {
      instance.current = ready;
      const drawing = ready.getZr();
      setTooltipFont(drawing, font);
      drawing.setSleepAfterStill(STILL_FRAMES);
      unwatch.current?.();
      unwatch.current = watchSize(ready);
      // A finger points to read; the table of the chart has the same ways.
      if (matchMedia("(hover: hover)").matches) watchPoints(ready, (at) => pointed.current?.(at));
    },
    [font],
  );
  useEffect(() => () => unwatch.current?.(), []);
  useImperativeHandle(handle, () => ({
    toCanvas: (background) =>
      instance.current?.renderToCanvas({ pixelRatio: PNG_SCALE, backgroundColor: background }) ?? null,
  }));
  const zoomed = useRef(onZoom);
  const pointed = useRef(onPoint);
  useEffect(() => {
    zoomed.current = onZoom;
    pointed.current = onPoint;
  }, [onZoom, onPoint]);
  // New handlers would make the library restart the chart.
  const events = useMemo(
    () => ({
      datazoom: ({ start = 0, end = 100 }: Partial<ZoomRange>) => zoomed.current?.({ start, end }),
    }),
    [],
  );
  const printing = usePrinting();
  // The canvas would be painted in the next frame, which is too late for printing.
  useLayoutEffect(() => {
    if (printing) instance.current?.getZr().flush();
  }, [printing]);
  return (
    <ReactEChartsCore
      echarts={ECHARTS}
      option={option}
      opts={OPTS}
      autoResize={false}
      notMerge
      lazyUpdate={!printing}
      onChartReady={onReady}
      onEvents={events}
      style={{ height: "100%", width: "100%" }}
    />
  );
}
