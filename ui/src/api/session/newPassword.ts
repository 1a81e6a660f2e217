import { pages as copy } from "#texts/session";

/** The least and the greatest length of a password, in characters. */
const SHORTEST = 12;
const LONGEST = 128;

/** What is wrong with a new password; null if it may be set. */
export function passwordFault(password: string): string | null {
  const length = [...password].length;
  return length < SHORTEST || length > LONGEST ? copy.passwordLength : null;
}
