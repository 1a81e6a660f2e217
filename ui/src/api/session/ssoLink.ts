import { BASE, withoutBase } from "../base";
import { pathTo, routeOf } from "../paths";

/** The three parts of a single sign-on link, passed on unchanged. */
export type SsoLink = { aa: string; bb: string; cc: string };

let held: SsoLink | null = null;

/** The three parameters of a link; null if one is missing. */
export function ssoLinkOf(search: string): SsoLink | null {
  const query = new URLSearchParams(search);
  const [aa, bb, cc] = [query.get("aa"), query.get("bb"), query.get("cc")];
  return aa && bb && cc ? { aa, bb, cc } : null;
}

/**
 * Removes the parameters of a single sign-on link from the address, before anything else of the page
 * runs: neither the history nor a copied address may contain them.
 */
export function takeSsoLink(): void {
  if (routeOf(withoutBase(location.pathname)) !== "sso") return;
  held = ssoLinkOf(location.search);
  history.replaceState(history.state, "", BASE + pathTo("sso"));
}

/** Whether a link was taken and has not been used. */
export function holdsSsoLink(): boolean {
  return held !== null;
}

/** Returns the link, once: it can be used only once. Not for use in rendering, which React may restart. */
export function handOutSsoLink(): SsoLink | null {
  const link = held;
  held = null;
  return link;
}
