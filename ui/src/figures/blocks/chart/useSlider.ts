import { useState } from "react";
import { showsWhole, type ZoomRange } from "./lineOptions";

/** Where the reader left the slider, and the points it belongs to. */
type Dragged = { readonly points: string; readonly range: ZoomRange };

/**
 * The slider of a line chart. It stays where it is while the points are the same, in any order of drawing; other points
 * reset it.
 *
 * @param points the points of the chart, as text
 */
export function useSlider(points: string) {
  // An object, so that a new one draws the chart again even with the same value.
  const [opened, setOpened] = useState({ whole: false });
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const range = dragged?.points === points ? dragged.range : undefined;
  const isWhole = range ? showsWhole(range) : opened.whole;
  return {
    opened,
    range,
    isWhole,
    drag: (range: ZoomRange) => setDragged({ points, range }),
    toggleWhole: () => {
      setDragged(null);
      setOpened({ whole: !isWhole });
    },
  };
}
