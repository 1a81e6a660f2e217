import { ApiError } from "../../api/client";
import { parts as copy, settings } from "../copy";

const FIELDS: Readonly<Record<string, string>> = { ...copy.fields, ...settings.labels };

/** A fault begins with the name of a field of the call, or of a setting: readers know the label beside it. */
function named(fault: string): string {
  const [, field = "", rest] = /^(\w+)(?:\[\d+\])?: (.*)$/s.exec(fault) ?? [];
  const label = FIELDS[field];
  return label === undefined ? fault : `${label}: ${rest}`;
}

/**
 * What the server said was wrong, for the person who asked.
 *
 * @param nameOf a fault with the names that the page has for the fields of the call
 */
export function messageOf(error: unknown, nameOf = named): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 0) return copy.noAnswer;
  if (error.body === null) return copy.failedWith(error.status);
  return error.body.errors.length > 0
    ? error.body.errors.map((fault) => nameOf(fault)).join("\n")
    : error.body.message;
}

/** Whether the server refused the password that it was given to confirm a change. */
export function isPasswordRefused(error: unknown): boolean {
  return error instanceof ApiError && error.body?.error === "not_confirmed";
}
