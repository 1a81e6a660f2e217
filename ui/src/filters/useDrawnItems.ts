import { useVirtualizer } from "@tanstack/react-virtual";
import { type Ref, type RefObject, useRef } from "react";
import { type FocusedItem, useFocusedItem } from "../kit/useFocusedItem";

/** The height of an item before it is measured. */
const ITEM_HEIGHT = 34;
/** The number of extra items drawn above and below the visible ones. */
const OVERSCAN = 10;

/** The drawn part of a list that scrolls by itself. */
export type DrawnItems = Pick<FocusedItem, "onFocus" | "onBlur"> & {
  /** The indices of the items, each with the height that is left empty above it. */
  readonly drawn: readonly { readonly index: number; readonly gap: number }[];
  /** The height that is left empty below the last item. */
  readonly rest: number;
  readonly listRef: RefObject<HTMLUListElement | null>;
  /** Measures an item; it carries its index as `data-index`. */
  readonly itemRef: Ref<HTMLLIElement>;
};

/**
 * The visible items of a long list, and the focused item wherever it is.
 *
 * @param isWhole draws all of them
 */
export function useDrawnItems(count: number, isWhole: boolean): DrawnItems {
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
  const items = isWhole ? [] : virtualizer.getVirtualItems();
  const ends = [0, ...items.map(({ end }) => end)];
  return {
    drawn: isWhole
      ? Array.from({ length: count }, (_, index) => ({ index, gap: 0 }))
      : items.map(({ index, start }, at) => ({ index, gap: start - (ends[at] ?? 0) })),
    rest: isWhole ? 0 : virtualizer.getTotalSize() - (ends.at(-1) ?? 0),
    listRef,
    itemRef: virtualizer.measureElement,
    onFocus,
    onBlur,
  };
}
