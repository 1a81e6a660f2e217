import { parts as copy } from "#texts/admin";
import { ApiError } from "../../api/client";
import { Skeleton } from "../Skeleton";
import { messageOf } from "./errors";
import { Loaded, type LoadedProps } from "./Loaded";

/** The rows of a page of a list. */
export const PAGE = 50;

type LoadedListProps<T> = Pick<LoadedProps<T>, "of" | "children"> & Partial<Pick<LoadedProps<T>, "failed">>;

/** As {@link Loaded}, on pages of the administration: an error says all that the server says. */
export function LoadedList<T>({ of, failed = copy.loadFailed, children }: LoadedListProps<T>) {
  const reason = (error: unknown) => (error instanceof ApiError ? messageOf(error) : undefined);
  return (
    <Loaded of={of} failed={failed} waiting={<Skeleton height={160} />} reason={reason}>
      {children}
    </Loaded>
  );
}
