/** What the keys of kept campaign lists begin with; the start and end dates follow. */
export const CAMPAIGNS_KEY = "bond_campaigns_";

/** The storage keys of all kept campaign lists. */
export function keptKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(CAMPAIGNS_KEY));
}

/** Forgets every kept campaign list: what one session was shown is not for the next. */
export function forgetCampaigns(): void {
  try {
    for (const key of keptKeys()) localStorage.removeItem(key);
  } catch {
    // Where storage is switched off, nothing was kept.
  }
}
