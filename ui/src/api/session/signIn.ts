import { errors } from "#texts/page";
import { pages as copy } from "#texts/session";
import type { SecondStep, SsoAnswer, SsoQuestion } from "../../generated/wire";
import { ApiError, call } from "../client";
import type { OidcReturn } from "./oidc";
import type { SsoLink } from "./ssoLink";
import { beginSession, endSession } from "./store";

/** The greatest length of a login and of a password. */
export const LOGIN_MAX = 320;
export const PASSWORD_MAX = 128;
/** The field of the specification, where nobody has a longer password. */
export const PASSWORD_FIELD = 30;

/** A failed sign-in, with the message to show. */
export class SignInError extends Error {
  override readonly name = "SignInError";
}

/**
 * Signs in with a login and a password. The earlier session ends first, whatever the outcome.
 * @returns what is owed before a session begins; null once it has
 * @throws {SignInError}
 */
export async function signIn(username: string, password: string): Promise<SecondStep | null> {
  endSession("none");
  try {
    const body = { grant_type: "password", username, password } as const;
    const answer = await call("POST", "api/auth/login", body, { blocking: true });
    if ("secondStep" in answer) return answer.secondStep;
    beginSession(answer.token, answer.user);
    return null;
  } catch (error) {
    throw new SignInError(loginFailure(error));
  }
}

/**
 * Signs in with a single sign-on link, or returns whom to ask about first. The earlier session ends only on success:
 * any page may send a browser to an invalid link, and that must sign nobody out.
 * @param confirmed whether the user has confirmed to be the one whom the link names
 * @throws {SignInError}
 */
export async function signInBySso(link: SsoLink, confirmed = false): Promise<SsoQuestion | null> {
  let answer: SsoAnswer;
  try {
    answer = await call("POST", "api/auth/sso", confirmed ? { ...link, confirmed } : link, {
      blocking: true,
    });
  } catch {
    throw new SignInError(errors.failed);
  }
  if (answer.confirm) return answer.confirm;
  if (!answer.success || !answer.token || !answer.user) {
    throw new SignInError(answer.errorMessage || errors.failed);
  }
  beginSession(answer.token, answer.user);
  return null;
}

/**
 * Signs in with what a provider gave the browser, and returns the address that the user wanted. As with a link, only a
 * success ends the earlier session.
 * @throws {SignInError}
 */
export async function signInByOidc(returned: OidcReturn): Promise<string | null> {
  if ("error" in returned) throw new SignInError(oidcFailure(returned.error));
  try {
    const answer = await call("POST", "api/auth/oidc/session", returned, { blocking: true });
    beginSession(answer.token, answer.user);
    return answer.returnUrl;
  } catch (error) {
    const word = error instanceof ApiError ? error.body?.error_description : undefined;
    throw new SignInError(oidcFailure(word ?? ""));
  }
}

function oidcFailure(word: string): string {
  const known: Readonly<Record<string, string>> = copy.oidcFailures;
  return Object.hasOwn(known, word) ? (known[word] ?? errors.failed) : errors.failed;
}

/** The message of a failed sign-in, from the error catalogue. */
export function loginFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return errors.failed;
  if (error.status === 400 || error.status === 401) {
    switch (error.body?.error_description) {
      case "Access not available":
        return copy.notAvailable;
      case "blocked":
        return copy.blocked;
      default:
        return copy.invalidLogin;
    }
  }
  return error.status === 404 || error.status === 504 ? copy.unavailable : errors.failed;
}
