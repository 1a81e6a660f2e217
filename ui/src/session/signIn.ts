import { ApiError, call } from "../api/client";
import type { LoginAnswer, SsoAnswer } from "../api/generated/wire";
import { errors } from "../copy";
import type { SsoLink } from "./ssoLink";
import { beginSession, endSession } from "./store";

/** The greatest length of a login and of a password. */
export const LOGIN_MAX = 320;
export const PASSWORD_MAX = 30;

/** A failed sign-in, with the message to show. */
export class SignInError extends Error {
  override readonly name = "SignInError";
}

/**
 * Signs in with a login and a password. The earlier session ends first, whatever the outcome.
 * @throws {SignInError}
 */
export async function signIn(username: string, password: string): Promise<void> {
  endSession("none");
  try {
    const answer = await call<LoginAnswer>("POST", "api/auth/login", {
      grant_type: "password",
      username,
      password,
    });
    beginSession(answer.token, answer.user);
  } catch (error) {
    throw new SignInError(loginFailure(error));
  }
}

/**
 * Signs in with a single sign-on link. The earlier session ends only on success: any page may send a browser to
 * an invalid link, and that must sign nobody out.
 * @throws {SignInError}
 */
export async function signInBySso(link: SsoLink): Promise<void> {
  let answer: SsoAnswer;
  try {
    answer = await call<SsoAnswer>("POST", "api/auth/sso", link);
  } catch {
    throw new SignInError(errors.failed);
  }
  if (!answer.success || !answer.token || !answer.user) {
    throw new SignInError(answer.errorMessage || errors.failed);
  }
  beginSession(answer.token, answer.user);
}

/** Signs out: in the browser at once, on the server when the call arrives. */
export async function signOut(): Promise<void> {
  // The call needs the token, so it starts before the token is deleted; it is not awaited,
  // because signing out must not depend on the network.
  const logout = call<unknown>("POST", "api/auth/logout", {}, { counted: false });
  endSession("left");
  await logout.catch(() => undefined);
}

/** The message of a failed sign-in, from the error catalogue. */
export function loginFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return errors.failed;
  if (error.status === 400 || error.status === 401) {
    switch (error.body?.error_description) {
      case "Access not available":
        return errors.notAvailable;
      case "blocked":
        return errors.blocked;
      default:
        return errors.invalidLogin;
    }
  }
  return error.status === 404 || error.status === 504 ? errors.unavailable : errors.failed;
}
