import type { ReactNode } from "react";
import { shell } from "#texts/page";
import { Button, Dialog } from "../../kit";
import type { Source } from "../../kit/parts/Loaded";
import { LoadedList } from "../../kit/parts/LoadedList";
import { type Missing, SetUpNeeded } from "./SetUpNeeded";

type AskedListProps<T> = {
  /** The list that the form adds to; it says what is set up. */
  readonly of: Source<T>;
  readonly title: string;
  readonly failed: string;
  /** What the form needs and is not set up. */
  readonly missing?: (list: T) => Missing | null;
  readonly onClose: () => void;
  /** The form, a dialog of its own. */
  readonly children: (list: T) => ReactNode;
};

/** A form above a screen; where what it needs is not set up, or the list fails, a dialog that says so. */
export function AskedList<T>({ of, title, failed, missing, onClose, children }: AskedListProps<T>) {
  if (of.data === undefined && of.error === null) return null;
  const lacks = of.data === undefined ? null : (missing?.(of.data) ?? null);
  if (of.data !== undefined && lacks === null) return children(of.data);
  return (
    <Dialog open onClose={onClose} title={title} footer={<Button onClick={onClose}>{shell.close}</Button>}>
      <LoadedList of={of} failed={failed}>
        {() => lacks && <SetUpNeeded missing={lacks} />}
      </LoadedList>
    </Dialog>
  );
}
