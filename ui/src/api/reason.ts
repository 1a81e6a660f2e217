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

/** Why something was not done, in the server's words where it says so. */
export function failureText(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.body?.message) || otherwise;
}
