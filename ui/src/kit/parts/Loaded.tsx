import type { ReactNode } from "react";
import { reasonOf } from "../../api/reason";
import { CrashBoundary } from "../CrashBoundary";
import { ErrorState } from "../ErrorState";

/** What an answer is loaded by: a query, or several as one. */
export type Source<T> = {
  readonly data?: T | undefined;
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

/**
 * Shows an answer once it is there, and an error that can be tried again where it failed or cannot be drawn. An answer that
 * is there stays.
 */
export function Loaded<T>({ of, failed, waiting, reason = reasonOf, box, children }: LoadedProps<T>) {
  const errorOf = (detail: string | undefined, onRetry: () => void) => {
    const error = <ErrorState title={failed} detail={detail} onRetry={onRetry} />;
    return box === undefined ? error : <div className={box}>{error}</div>;
  };
  if (of.data === undefined)
    return of.error === null ? waiting : errorOf(reason(of.error), () => void of.refetch());
  return (
    <CrashBoundary of={of.data} failed={(retry) => errorOf(undefined, retry)}>
      <Drawn answer={of.data}>{children}</Drawn>
    </CrashBoundary>
  );
}

type DrawnProps<T> = Pick<LoadedProps<T>, "children"> & { readonly answer: T };

/** A component of its own, so that the boundary is around it. */
function Drawn<T>({ answer, children }: DrawnProps<T>) {
  return children(answer);
}
