import { ApiError } from "../../api/client";
import { parts as copy } from "../copy";

/** What the server said was wrong, for the person who asked. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 0) return copy.noAnswer;
  if (error.body === null) return copy.failedWith(error.status);
  return error.body.errors.length > 0 ? error.body.errors.join("\n") : error.body.message;
}

/** Whether the server refused the password that it was given to confirm a change. */
export function isPasswordRefused(error: unknown): boolean {
  return error instanceof ApiError && error.body?.error === "not_confirmed";
}
