import { ApiError } from "./client";

/**
 * Why the server has no figures at the moment, or none for this user, in its words for readers; undefined for other
 * failures.
 */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const isForReaders = error.status === 503 || error.body?.error === "forbidden";
  return isForReaders ? error.body?.message : undefined;
}
