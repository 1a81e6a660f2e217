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

let quiet = 0;

/** Whether calls are made that nobody waits for. */
export const isQuiet = (): boolean => quiet > 0;

/** Does something whose calls are not counted: the page shows what it has until their answers replace it. */
export async function quietly(work: () => Promise<unknown>): Promise<void> {
  quiet += 1;
  try {
    await work();
  } finally {
    quiet -= 1;
  }
}
