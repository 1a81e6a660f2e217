import { parts as copy } from "#texts/admin";
import { ApiError } from "../../api/client";
import type { FieldFault } from "../../generated/wire";
import { notify } from "../toasts";

const FIELDS: Readonly<Record<string, string>> = copy.fields;

/** A fault with the label of its field; undefined where readers do not see the field, or no field is at fault. */
function named({ field, text }: FieldFault): string | undefined {
  const label = FIELDS[/^\w+/.exec(field ?? "")?.[0] ?? ""];
  return label === undefined ? undefined : `${label}: ${text}`;
}

/** One thing that was wrong: at a field of the call, or at none. */
export type Fault = {
  /** The path of the field, such as `name` or `calls[2].path`; null where the whole is at fault. */
  readonly field: string | null;
  /** What is shown at the field. */
  readonly text: string;
  /** What is shown elsewhere. */
  readonly full: string;
};

/** A fault with the names that the page has for the fields of a call; undefined to take the server's words. */
type NameOf = (fault: FieldFault) => string | undefined;

/** What the server said was wrong. It answers in the language of the page. */
export function faultsOf(error: unknown, nameOf: NameOf = named): readonly Fault[] {
  if (!(error instanceof ApiError)) throw error;
  const { body, status } = error;
  const whole = (full: string, field: string | null = null) => [{ field, text: full, full }];
  if (status === 0) return whole(copy.noAnswer);
  if (body === null) return whole(copy.failedWith(status));
  if (!body.faults?.length) return whole(body.message, isPasswordRefused(error) ? "present" : null);
  return body.faults.map((fault, at) => ({
    field: fault.field,
    text: asSentence(fault.text),
    full: nameOf(fault) ?? body.errors[at] ?? fault.text,
  }));
}

/** Its first letter is a capital, unless it begins with a name, such as an address. */
const asSentence = (text: string) =>
  text.replace(/^\p{Ll}+(?=[ ,])/u, (word) => word[0]?.toUpperCase() + word.slice(1));

/** The same in one text, for the person who asked. */
export function messageOf(error: unknown, nameOf: NameOf = named): string {
  return faultsOf(error, nameOf)
    .map(({ full }) => full)
    .join("\n");
}

/** Says in a message what the server said was wrong, for buttons without a form. */
export function notifyFailure(error: unknown): void {
  notify({ status: "error", message: messageOf(error) });
}

/** Whether the server refused the password that it was given to confirm a change. */
export function isPasswordRefused(error: unknown): boolean {
  return error instanceof ApiError && error.body?.error === "not_confirmed";
}
