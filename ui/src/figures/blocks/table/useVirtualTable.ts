import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type Ref, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { type FocusedItem, useFocusedItem } from "../../../kit/useFocusedItem";
import { allRows, OVERSCAN, type VirtualRows, virtualRows } from "../../../kit/virtualRows";

/** The height of a line before it is measured: `--row-h` and its border. */
const LINE_HEIGHT = 45;

/** The drawn part of a table's body: lines, and empty space for the others. */
export type VirtualTable = VirtualRows &
  Pick<FocusedItem, "onFocus" | "onBlur"> & {
    readonly bodyRef: RefObject<HTMLTableSectionElement | null>;
    /** Measures a line; it carries its index as `data-index`. */
    readonly lineRef: Ref<HTMLTableRowElement>;
  };

/**
 * The lines of a long table that are visible in the window, and the focused line wherever it is.
 *
 * @param isWhole draws all of them
 */
export function useVirtualTable(count: number, isWhole: boolean): VirtualTable {
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
  return {
    ...(isWhole ? allRows(count) : virtualRows(virtualizer, top)),
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
