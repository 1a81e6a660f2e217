import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type Ref, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { type FocusedItem, useFocusedItem } from "../../kit/useFocusedItem";

/** The height of a line before it is measured: `--row-h` and its border. */
const LINE_HEIGHT = 45;
/** The number of extra lines drawn above and below the visible ones. */
const OVERSCAN = 10;

/** The drawn part of a table's body: lines, and empty space for the others. */
export type DrawnLines = Pick<FocusedItem, "onFocus" | "onBlur"> & {
  /** The indices of the lines, each with the height that is left empty above it. */
  readonly drawn: readonly { readonly index: number; readonly gap: number }[];
  /** The height that is left empty below the last line. */
  readonly rest: number;
  readonly bodyRef: RefObject<HTMLTableSectionElement | null>;
  /** Measures a line; it carries its index as `data-index`. */
  readonly lineRef: Ref<HTMLTableRowElement>;
};

/**
 * The lines of a long table that are visible in the window, and the focused line wherever it is.
 *
 * @param isWhole draws all of them
 */
export function useDrawnLines(count: number, isWhole: boolean): DrawnLines {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const top = useTop(bodyRef, !isWhole);
  const { rangeExtractor, onFocus, onBlur } = useFocusedItem();
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: !isWhole,
    estimateSize: () => LINE_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor,
  });
  const items = isWhole ? [] : virtualizer.getVirtualItems();
  const ends = [top, ...items.map(({ end }) => end)];
  return {
    drawn: isWhole
      ? Array.from({ length: count }, (_, index) => ({ index, gap: 0 }))
      : items.map(({ index, start }, at) => ({ index, gap: start - (ends[at] ?? 0) })),
    rest: isWhole ? 0 : virtualizer.getTotalSize() + top - (ends.at(-1) ?? 0),
    bodyRef,
    lineRef: virtualizer.measureElement,
    onFocus,
    onBlur,
  };
}

/** The distance of an element from the top of the page, updated when the content above it grows. */
function useTop(ref: RefObject<HTMLElement | null>, isNeeded: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!isNeeded) return;
    const measure = () => setTop(Math.round((ref.current?.getBoundingClientRect().top ?? 0) + scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref, isNeeded]);
  return top;
}
