import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { parts as copy } from "#texts/admin";
import { ApiError } from "../../api/client";
import { ErrorState, Skeleton } from "..";
import { messageOf } from "./errors";

/** The rows of a page of a list. */
export const PAGE = 50;

/** Shows an answer once it is there, and an error that can be tried again. */
export function Waits<T>({
  of,
  failed = copy.loadFailed,
  children,
}: {
  readonly of: UseQueryResult<T>;
  /** The title of the error. */
  readonly failed?: string;
  readonly children: (answer: T) => ReactNode;
}) {
  if (of.data !== undefined) return children(of.data);
  if (of.error) {
    const detail = of.error instanceof ApiError ? messageOf(of.error) : undefined;
    return <ErrorState title={failed} detail={detail} onRetry={() => void of.refetch()} />;
  }
  return <Skeleton height={160} />;
}
