import { useState } from "react";
import { notify } from "../../kit";
import { messageOf } from "../../kit/parts/errors";

/** Runs a change, and says how it went: an error below the form, a success in a message. */
export function useChange() {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function run(change: () => Promise<unknown>, done?: string): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setError(null);
    try {
      await change();
      if (done) notify({ status: "success", message: done });
      return true;
    } catch (failure) {
      setError(messageOf(failure));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { error, isBusy, run };
}
