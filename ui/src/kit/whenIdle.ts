/**
 * Runs work once the browser is idle, or after a time if it never is. Returns a function that cancels it.
 *
 * @param timeoutMs after this many milliseconds it runs in any case
 */
export function whenIdle(work: () => void, timeoutMs: number): () => void {
  if (typeof requestIdleCallback === "function") {
    const waiting = requestIdleCallback(() => work(), { timeout: timeoutMs });
    return () => cancelIdleCallback(waiting);
  }
  // Safari has no idle callbacks.
  const waiting = setTimeout(work, WITHOUT_CALLBACKS_MS);
  return () => clearTimeout(waiting);
}

const WITHOUT_CALLBACKS_MS = 200;
