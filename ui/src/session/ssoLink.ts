import { pathTo, routeOf } from "../paths";

/** The three parts of a single sign-on link, passed on unchanged. */
export type SsoLink = { aa: string; bb: string; cc: string };

let held: SsoLink | null = null;

/** The three parameters of a link; null unless all are there. */
export function ssoLinkOf(search: string): SsoLink | null {
  const query = new URLSearchParams(search);
  const [aa, bb, cc] = [query.get("aa"), query.get("bb"), query.get("cc")];
  return aa && bb && cc ? { aa, bb, cc } : null;
}

/**
 * Takes the parameters of a single sign-on link out of the address, before anything else of the page
 * runs: neither the history nor a copied address is to hold them.
 */
export function takeSsoLink(): void {
  // The router reads paths without regard to case.
  if (routeOf(location.pathname.toLowerCase()) !== "sso") return;
  held = ssoLinkOf(location.search);
  history.replaceState(history.state, "", pathTo("sso"));
}

/** Whether a link was taken that nobody has used yet. */
export function holdsSsoLink(): boolean {
  return held !== null;
}

/** Returns the link once, since it can be used only once. Not for use in rendering, which React may restart. */
export function handOutSsoLink(): SsoLink | null {
  const link = held;
  held = null;
  return link;
}
