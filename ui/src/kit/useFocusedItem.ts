import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { type FocusEvent, useCallback, useState } from "react";

/** Keeps the focused item of a partly drawn list drawn. */
export type FocusedItem = {
  rangeExtractor(range: Range): number[];
  onFocus(event: FocusEvent): void;
  onBlur(): void;
};

/** Adds the focused item to the visible ones, wherever it is. Items carry their index as `data-index`. */
export function useFocusedItem(): FocusedItem {
  const [focused, setFocused] = useState<number | null>(null);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inSight = defaultRangeExtractor(range);
      if (focused === null || focused >= range.count || inSight.includes(focused)) return inSight;
      return [...inSight, focused].sort((a, b) => a - b);
    },
    [focused],
  );
  return {
    rangeExtractor,
    onFocus: ({ target }) => {
      const index = target.closest<HTMLElement>("[data-index]")?.dataset.index;
      setFocused(index === undefined ? null : Number(index));
    },
    onBlur: () => setFocused(null),
  };
}
