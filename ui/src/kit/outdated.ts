import { BASE } from "../api/base";

/** Names the page for which this tab was reloaded, so that one that fails all the same is not reloaded again. */
const KEY = "bond_reloaded";

/** The script of the page in a document. */
const scriptIn = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;

/**
 * Reloads a tab that was opened before an upgrade of Bond: the server no longer has the rest of its page. Does so once,
 * and not where the server has the same page or does not answer.
 */
export async function reloadIfOutdated(): Promise<void> {
  try {
    const answer = await fetch(`${BASE}/`, { cache: "no-store" });
    if (!answer.ok) return;
    const served = scriptIn(new DOMParser().parseFromString(await answer.text(), "text/html"));
    if (served === null || served === scriptIn(document) || sessionStorage.getItem(KEY) === served) return;
    sessionStorage.setItem(KEY, served);
    location.reload();
  } catch {
    // Without a server or storage the page says that something failed, and offers to reload.
  }
}
