import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { parts as copy } from "#texts/admin";
import { ApiError } from "../../api/client";
import { reasonOf } from "../../api/reason";
import { ErrorState } from "../ErrorState";
import { Skeleton } from "../Skeleton";
import { messageOf } from "./errors";

/** The rows of a page of a list. */
export const PAGE = 50;

type LoadedProps<T> = {
  readonly of: Pick<UseQueryResult<T>, "data" | "error" | "refetch">;
  /** The title of the error. */
  readonly failed: string;
  /** Stands for the answer until it is there. */
  readonly waiting: ReactNode;
  /** Says why it failed; by default only what readers can do something about. */
  readonly reason?: (error: unknown) => string | undefined;
  readonly children: (answer: T) => ReactNode;
};

/** Shows an answer once it is there, and an error that can be tried again. An answer that is there stays. */
export function Loaded<T>({ of, failed, waiting, reason = reasonOf, children }: LoadedProps<T>) {
  if (of.data !== undefined) return children(of.data);
  if (of.error === null) return waiting;
  return <ErrorState title={failed} detail={reason(of.error)} onRetry={() => void of.refetch()} />;
}

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
