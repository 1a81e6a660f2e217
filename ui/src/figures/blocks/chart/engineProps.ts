import type { Ref } from "react";
import type { ZoomRange } from "./lineOptions";
import type { ChartOption } from "./options";

/** The access of a block to its chart. */
export type ChartHandle = {
  /** The image of the chart at twice its size; null before it is drawn. */
  toCanvas(background: string): HTMLCanvasElement | null;
};

/** The properties of the lazily loaded engine. */
export type ChartEngineProps = {
  /** Rebuilt only when its data changes: the library compares by identity. */
  readonly option: ChartOption;
  /** The font of the page. */
  readonly font: string;
  readonly handle?: Ref<ChartHandle> | undefined;
  /** Called when the reader has moved the slider. */
  readonly onZoom?: ((range: ZoomRange) => void) | undefined;
  /** Called when the reader has pressed a point of an axis. */
  readonly onPoint?: ((at: number) => void) | undefined;
};
