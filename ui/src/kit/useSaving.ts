import { useState } from "react";
import { notify } from "./toasts";
import { useOnce } from "./useOnce";

/**
 * What a form needs to save something: whether that is under way, why it failed, and a function that saves unless it is
 * under way and returns whether it went well. The function says a success in a message.
 *
 * @param textOf puts into words why it failed
 */
export function useSaving(textOf: (failure: unknown) => string) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, once] = useOnce();
  async function save(work: () => Promise<unknown>, done?: string): Promise<boolean> {
    let isDone = false;
    await once(async () => {
      setError(null);
      try {
        await work();
        if (done) notify({ status: "success", message: done });
        isDone = true;
      } catch (failure) {
        setError(textOf(failure));
      }
    });
    return isDone;
  }
  return { error, setError, isBusy, save };
}
