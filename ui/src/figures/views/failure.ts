import { views as copy } from "#texts/views";
import { ApiError } from "../../api/client";

/** Why a view was not saved, in the server's words where it says so. */
export function failureOf(error: unknown): string {
  return (error instanceof ApiError && error.body?.message) || copy.failedToSave;
}
