import { useState } from "react";

/**
 * What is being written in a dialog. It begins anew each time the dialog opens.
 *
 * @param from what it begins with
 */
export function useDialogDraft<T>(open: boolean, from: T): [T, (draft: T) => void] {
  const [draft, setDraft] = useState(from);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setDraft(from);
  }
  return [draft, setDraft];
}
