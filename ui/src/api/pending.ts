import { create } from "zustand";

/** How many counted calls are under way; the loading overlay reads it. */
export const usePending = create<{ calls: number }>(() => ({ calls: 0 }));

/** Counts a call in. */
export function callStarted(): void {
  usePending.setState(({ calls }) => ({ calls: calls + 1 }));
}

/** Counts a call out. */
export function callStopped(): void {
  usePending.setState(({ calls }) => ({ calls: Math.max(0, calls - 1) }));
}
