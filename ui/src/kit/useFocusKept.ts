import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { type FocusEvent, useCallback, useState } from "react";

/** What a list that draws only a part of itself needs to keep the focus. */
export type FocusKept = {
  rangeExtractor(range: Range): number[];
  onFocus(event: FocusEvent): void;
  onBlur(): void;
};

/** Adds the item with the focus to those in sight, wherever it is. Items carry their index as `data-index`. */
export function useFocusKept(): FocusKept {
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
