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
