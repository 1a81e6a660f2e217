import { parts as copy, settings } from "#texts/admin";
import { ApiError } from "../../api/client";
import type { FieldFault } from "../../generated/wire";
import { notify } from "../toasts";

const FIELDS: Readonly<Record<string, string>> = { ...copy.fields, ...settings.labels };

/** A fault with the label of its field; undefined where readers do not see the field, or no field is at fault. */
function named({ field, text }: FieldFault): string | undefined {
  const label = FIELDS[/^\w+/.exec(field ?? "")?.[0] ?? ""];
  return label === undefined ? undefined : `${label}: ${text}`;
}

/**
 * What the server said was wrong, for the person who asked.
 *
 * @param nameOf a fault with the names that the page has for the fields of the call; undefined to take the server's words
 */
export function messageOf(error: unknown, nameOf: (fault: FieldFault) => string | undefined = named): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 0) return copy.noAnswer;
  if (error.body === null) return copy.failedWith(error.status);
  const { faults = [], errors, message } = error.body;
  return faults.length > 0 ? faults.map((fault, at) => nameOf(fault) ?? errors[at]).join("\n") : message;
}

/** Says in a message what the server said was wrong, for buttons without a form. */
export function notifyFailure(error: unknown): void {
  notify({ status: "error", message: messageOf(error) });
}

/** Whether the server refused the password that it was given to confirm a change. */
export function isPasswordRefused(error: unknown): boolean {
  return error instanceof ApiError && error.body?.error === "not_confirmed";
}
