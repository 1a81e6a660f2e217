import { ApiError } from "../api/client";
import { views as copy } from "./copy";

/** Why a view was not saved, in the server's words where it says so. */
export function failureOf(error: unknown): string {
  return (error instanceof ApiError && error.body?.message) || copy.failedToSave;
}
