import type { SessionUser } from "../../generated/wire";
import { readToken, TOKEN_KEY } from "../token";
import { randomHex, seal, unseal } from "./sealed";

const USER_KEY = "dsb_user";
const CLIENT_KEY = "dsb_client";
const CLOCK_KEY = "dsb_clock";

/** A session as it is stored between two visits. */
export type StoredSession = { token: string; user: SessionUser | null };

/** The session in local storage; null without a token. The user may be missing or unreadable. */
export function readSession(): StoredSession | null {
  const token = readToken();
  if (!token) return null;
  const sealed = localStorage.getItem(USER_KEY);
  const user = sealed === null ? null : unseal(sealed);
  return { token, user: isUser(user) ? user : null };
}

/** Stores a session: the token, the sealed user, and a new client id. */
export function writeSession(token: string, user: SessionUser): void {
  // A clock that is minutes off must not end a session that has just begun, so the difference
  // between this clock and the server's is stored too.
  const issued = claims(token)?.iat;
  localStorage.setItem(CLOCK_KEY, String(issued === undefined ? 0 : Date.now() - issued * 1000));
  localStorage.setItem(CLIENT_KEY, randomHex(16));
  localStorage.setItem(USER_KEY, seal(user));
  localStorage.setItem(TOKEN_KEY, token);
}

/** Stores the user of the server's latest answer. */
export function writeUser(user: SessionUser): void {
  localStorage.setItem(USER_KEY, seal(user));
}

/** Deletes the session. */
export function clearSession(): void {
  for (const key of [TOKEN_KEY, USER_KEY, CLIENT_KEY, CLOCK_KEY]) localStorage.removeItem(key);
}

/** When the token expires, in milliseconds of this browser's clock; null if it does not say. */
export function tokenEnd(token: string): number | null {
  const exp = claims(token)?.exp;
  return exp === undefined ? null : exp * 1000 + Number(localStorage.getItem(CLOCK_KEY) ?? 0);
}

/** The claims the page reads. Only the server can check the signature. */
function claims(token: string): { exp?: number; iat?: number } | null {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const value: unknown = JSON.parse(atob(payload));
    if (typeof value !== "object" || value === null) return null;
    return {
      ...("exp" in value && typeof value.exp === "number" ? { exp: value.exp } : {}),
      ...("iat" in value && typeof value.iat === "number" ? { iat: value.iat } : {}),
    };
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is SessionUser {
  return (
    typeof value === "object" &&
    value !== null &&
    "firstName" in value &&
    "roleList" in value &&
    "modules" in value &&
    "preferences" in value
  );
}
