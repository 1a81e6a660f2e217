import { create } from "zustand";

/** How many calls block the page at the moment. The loading overlay covers it meanwhile. */
export const useBlocking = create<number>(() => 0);

/** Whether anything blocks the page. */
export const useIsBlocked = (): boolean => useBlocking((calls) => calls > 0);

/** Begins to block the page. Returns the end of it. */
export function block(): () => void {
  useBlocking.setState((calls) => calls + 1);
  return () => useBlocking.setState((calls) => calls - 1);
}

let quiet = 0;

/** Whether calls are made that nobody waits for. */
export const isQuiet = (): boolean => quiet > 0;

/** Does something whose calls do not block: the page shows what it has until their answers replace it. */
export async function quietly(work: () => Promise<unknown>): Promise<void> {
  quiet += 1;
  try {
    await work();
  } finally {
    quiet -= 1;
  }
}
