import { useState } from "react";
import { notify } from "./toasts";
import { useOnce } from "./useOnce";

/**
 * What a button needs to do something: whether that is under way, and a function that does it unless it is under way, says
 * a success in a message, and returns whether it went well.
 *
 * @param onFailure takes why it failed
 */
export function useDoing(onFailure: (failure: unknown) => void) {
  const [isBusy, once] = useOnce();
  async function run(work: () => Promise<unknown>, done?: string): Promise<boolean> {
    let isDone = false;
    await once(async () => {
      try {
        await work();
        if (done) notify({ status: "success", message: done });
        isDone = true;
      } catch (failure) {
        onFailure(failure);
      }
    });
    return isDone;
  }
  return { isBusy, run };
}

/**
 * What a form needs to save something: as {@link useDoing}, with why it failed, to be shown in the form until the next try.
 *
 * @param textOf puts into words why it failed
 */
export function useSaving(textOf: (failure: unknown) => string) {
  const [error, setError] = useState<string | null>(null);
  const { isBusy, run } = useDoing((failure) => setError(textOf(failure)));
  const save: typeof run = (work, done) =>
    run(() => {
      setError(null);
      return work();
    }, done);
  return { error, setError, isBusy, save };
}
