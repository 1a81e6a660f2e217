import { create } from "zustand";

/** The loads that were begun in this tab and whose end is still to be told. */
export const useFollowed = create<{ readonly ids: readonly number[] }>(() => ({ ids: [] }));

/** Tells the reader how a load ends, whatever screen is open then. */
export function followLoad(id: number): void {
  useFollowed.setState(({ ids }) => (ids.includes(id) ? { ids } : { ids: [...ids, id] }));
}

/** The end of a load was told. */
export function forgetLoad(id: number): void {
  useFollowed.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }));
}
