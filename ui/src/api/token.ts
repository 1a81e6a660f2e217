/** The storage key of the session token. */
export const TOKEN_KEY = "dsb_token";

/** The session token held in local storage, or null. */
export function readToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}
