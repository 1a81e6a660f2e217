import { secondFactor as copy } from "#texts/secondFactor";
import { pages } from "#texts/session";
import type { SetUp, SetUpAnswer } from "../../generated/wire";
import { ApiError, call } from "../client";
import { loginFailure, SignInError } from "./signIn";
import { beginSession } from "./store";

/** The longest code: a recovery code with what people type in between. */
export const CODE_MAX = 40;

/** Whether the password has to be given again. */
export class OverError extends SignInError {}

/**
 * Gives a code after the password, and signs in.
 * @throws {SignInError}
 */
export async function giveCode(code: string): Promise<void> {
  const answer = await second(call("POST", "api/auth/second-factor", { code }, { blocking: true }));
  beginSession(answer.token, answer.user);
}

/**
 * Begins to set a device up after the password.
 * @throws {SignInError}
 */
export function beginSetUp(signal: AbortSignal): Promise<SetUp> {
  return second(call("POST", "api/auth/second-factor/set-up", undefined, { blocking: true, signal }));
}

/**
 * Confirms that the device is set up. The session begins with [`enter`], once the recovery codes were seen.
 * @throws {SignInError}
 */
export function confirmSetUp(ticket: string, code: string): Promise<SetUpAnswer> {
  return second(call("POST", "api/auth/second-factor/confirm", { ticket, code }, { blocking: true }));
}

/** Begins the session after a set-up. */
export function enter({ token, user }: SetUpAnswer): void {
  beginSession(token, user);
}

async function second<T>(called: Promise<T>): Promise<T> {
  try {
    return await called;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw new SignInError(loginFailure(error));
    switch (error.body?.error_description) {
      case "wrong code":
        throw new SignInError(copy.wrongCode);
      case "blocked":
        throw new SignInError(pages.blocked);
      default:
        throw new OverError(copy.beginAgain);
    }
  }
}
