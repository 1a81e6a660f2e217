import { create } from "zustand";

/** The number of counted calls in progress, for the loading overlay. */
export const usePending = create<{ calls: number }>(() => ({ calls: 0 }));

/** Adds a call to the pending ones. */
export function callStarted(): void {
  usePending.setState(({ calls }) => ({ calls: calls + 1 }));
}

/** Removes a call from the pending ones. */
export function callStopped(): void {
  usePending.setState(({ calls }) => ({ calls: Math.max(0, calls - 1) }));
}
