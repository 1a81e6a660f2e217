/** The prefix of the keys of cached campaign lists; the start and end dates follow. */
export const CAMPAIGNS_KEY = "bond_campaigns_";

/** The storage keys of all cached campaign lists. */
export function cachedKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(CAMPAIGNS_KEY));
}

/** Clears the cached campaign lists: the next session must not see them. */
export function forgetCampaigns(): void {
  try {
    for (const key of cachedKeys()) localStorage.removeItem(key);
  } catch {
    // Where storage is disabled, nothing was cached.
  }
}
