import type { Preferences } from "../../generated/wire";
import { ApiError, call } from "../client";
import { updateUser, useSession } from "./store";

/** What a change of the preferences gives; undefined takes a preference back. */
export type PreferencesChange = { readonly [P in keyof Preferences]: Preferences[P] | undefined };

/**
 * Changes what the user has set.
 *
 * @throws {ApiError} where the server does not take it; nothing has changed then
 */
export async function setPreferences(change: PreferencesChange): Promise<void> {
  const { user } = useSession.getState();
  if (!user) return;
  // JSON leaves out what is undefined.
  const preferences = { ...user.preferences, ...change } as Preferences;
  await call("PUT", "api/v1/account/preferences", preferences);
  updateUser({ preferences });
}

/** As {@link setPreferences}, for a choice that this browser keeps whatever the server says. */
export async function savePreferences(change: PreferencesChange): Promise<void> {
  try {
    await setPreferences(change);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
