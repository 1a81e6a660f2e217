import { useVirtualizer } from "@tanstack/react-virtual";
import { type Ref, type RefObject, useRef } from "react";
import { type FocusedItem, useFocusedItem } from "../../kit/useFocusedItem";
import { allRows, OVERSCAN, type VirtualRows, virtualRows } from "../../kit/virtualRows";

/** The height of an item before it is measured. */
const ITEM_HEIGHT = 34;

/** The drawn part of a list that scrolls by itself. */
export type VirtualList = VirtualRows &
  Pick<FocusedItem, "onFocus" | "onBlur"> & {
    readonly listRef: RefObject<HTMLUListElement | null>;
    /** Measures an item; it carries its index as `data-index`. */
    readonly itemRef: Ref<HTMLLIElement>;
  };

/**
 * The visible items of a long list, and the focused item wherever it is.
 *
 * @param isWhole draws all of them
 */
export function useVirtualList(count: number, isWhole: boolean): VirtualList {
  const listRef = useRef<HTMLUListElement>(null);
  const { rangeExtractor, onFocus, onBlur } = useFocusedItem();
  const virtualizer = useVirtualizer({
    count,
    enabled: !isWhole,
    getScrollElement: () => listRef.current,
    estimateSize: () => ITEM_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor,
  });
  return {
    ...(isWhole ? allRows(count) : virtualRows(virtualizer)),
    listRef,
    itemRef: virtualizer.measureElement,
    onFocus,
    onBlur,
  };
}
