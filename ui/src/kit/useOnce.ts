import { useCallback, useRef, useState } from "react";

/** Does something unless it is under way. */
export type Once = (work: () => Promise<unknown>) => Promise<void>;

/** Whether something is under way, and a function that does it once however often its button is pressed meanwhile. */
export function useOnce(): readonly [isBusy: boolean, once: Once] {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const once = useCallback<Once>(async (work) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  return [isBusy, once];
}
