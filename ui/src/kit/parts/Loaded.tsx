import type { ReactNode } from "react";
import { reasonOf } from "../../api/reason";
import { ErrorState } from "../ErrorState";

/** What an answer is loaded by: a query, or several as one. */
export type Source<T> = {
  readonly data: T | undefined;
  readonly error: Error | null;
  refetch(): unknown;
};

export type LoadedProps<T> = {
  readonly of: Source<T>;
  /** The title of the error. */
  readonly failed: string;
  /** Stands for the answer until it is there. */
  readonly waiting: ReactNode;
  /** Says why it failed; by default only what readers can do something about. */
  readonly reason?: (error: unknown) => string | undefined;
  /** The class of a box around the error. */
  readonly box?: string | undefined;
  readonly children: (answer: T) => ReactNode;
};

/** Shows an answer once it is there, and an error that can be tried again. An answer that is there stays. */
export function Loaded<T>({ of, failed, waiting, reason = reasonOf, box, children }: LoadedProps<T>) {
  if (of.data !== undefined) return children(of.data);
  if (of.error === null) return waiting;
  const error = <ErrorState title={failed} detail={reason(of.error)} onRetry={() => void of.refetch()} />;
  return box === undefined ? error : <div className={box}>{error}</div>;
}
