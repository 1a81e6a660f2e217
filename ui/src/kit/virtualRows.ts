import type { VirtualItem } from "@tanstack/react-virtual";

/** The number of extra items drawn above and below the visible ones. */
export const OVERSCAN = 10;

/** The drawn items of a long list or table, and the empty space for the others. */
export type VirtualRows = {
  /** The indices of the items, each with the height that is left empty above it. */
  readonly drawn: readonly { readonly index: number; readonly gap: number }[];
  /** The height that is left empty below the last item. */
  readonly rest: number;
};

/** What a virtualizer knows of its items. */
type Virtual = { getVirtualItems(): readonly VirtualItem[]; getTotalSize(): number };

/** All items, without empty space. */
export function allRows(count: number): VirtualRows {
  return { drawn: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })), rest: 0 };
}

/**
 * The part that a virtualizer draws.
 *
 * @param top where its first item begins
 */
export function virtualRows(virtual: Virtual, top = 0): VirtualRows {
  const items = virtual.getVirtualItems();
  const ends = [top, ...items.map(({ end }) => end)];
  return {
    drawn: items.map(({ index, start }, at) => ({ index, gap: start - (ends[at] ?? 0) })),
    rest: virtual.getTotalSize() + top - (ends.at(-1) ?? 0),
  };
}
