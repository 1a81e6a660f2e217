import { ApiError } from "./client";

/** Why the server has no figures at the moment, in its words for readers; undefined for other failures. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 503 ? error.body?.message : undefined;
}
