import { pages as copy } from "#texts/session";

/** The least and the greatest length of a password, in characters. */
const SHORTEST = 12;
const LONGEST = 30;

/** What is wrong with a new password; null if it may be set. */
export function passwordFault(password: string): string | null {
  const length = [...password].length;
  return length < SHORTEST || length > LONGEST ? copy.passwordLength : null;
}

/** Moves the focus to a field of a form. @param at its place among those that are shown */
export function focusField(form: HTMLFormElement, at: number): void {
  form.querySelectorAll<HTMLInputElement>("input:not([type=hidden])")[at]?.focus();
}
