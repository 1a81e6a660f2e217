import type { Ref } from "react";
import type { ZoomRange } from "./lineOptions";
import type { ChartOption } from "./options";

/** What a block may ask of the chart it shows. */
export type ChartHandle = {
  /** The chart as it is drawn now, at twice its size; null before it is drawn. */
  toCanvas(background: string): HTMLCanvasElement | null;
};

/** What the lazily loaded engine is given. */
export type ChartEngineProps = {
  /** Built once a change of its data: the library compares by identity. */
  readonly option: ChartOption;
  readonly height: number | "100%";
  /** The font of the page. */
  readonly font: string;
  readonly handle?: Ref<ChartHandle> | undefined;
  /** Called when the reader has moved the slider. */
  readonly onZoom?: ((range: ZoomRange) => void) | undefined;
};
