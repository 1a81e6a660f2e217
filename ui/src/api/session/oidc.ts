import { useEffect, useState } from "react";
import type { OidcOffer, OidcRequest } from "../../generated/wire";
import { BASE, withoutBase } from "../base";
import { call } from "../client";
import { pathTo, routeOf } from "../paths";

/** What a provider sent the browser back with: a code, or the server's word for what went wrong. */
export type OidcReturn = OidcRequest | { error: string };

let held: OidcReturn | null = null;

/**
 * Removes what the provider gave from the address, before anything else of the page runs: neither the history nor a
 * copied address may contain it.
 */
export function takeOidcReturn(): void {
  if (routeOf(withoutBase(location.pathname)) !== "oidc") return;
  const parts = new URLSearchParams(location.hash.replace(/^#/, ""));
  const [code, state, iss, error] = ["code", "state", "iss", "error"].map((name) => parts.get(name));
  if (error) held = { error };
  else held = code && state ? { code, state, iss: iss ?? null } : null;
  history.replaceState(history.state, "", BASE + pathTo("oidc"));
}

/** Returns it, once. Not for use in rendering, which React may restart. */
export function handOutOidcReturn(): OidcReturn | null {
  const returned = held;
  held = null;
  return returned;
}

/** Whether something was taken and has not been used. */
export function holdsOidcReturn(): boolean {
  return held !== null;
}

/** The address at which a sign-in begins, by the provider of this name or by the one that has none. */
export function oidcStart(provider: string | null, returnUrl: string | null): string {
  const query = new URLSearchParams();
  if (provider !== null) query.set("provider", provider);
  if (returnUrl !== null) query.set("returnUrl", returnUrl);
  return `${BASE}/api/auth/oidc/start${query.size > 0 ? `?${query}` : ""}`;
}

/** The address at which the browser signs out of the provider with which it signed in. */
export const OIDC_SIGN_OUT = `${BASE}/api/auth/oidc/sign-out`;

/** The providers with which people may sign in; null until the server says, and where it does not. */
export function useOidcOffer(): OidcOffer | null {
  const [offer, setOffer] = useState<OidcOffer | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    call("GET", "api/auth/oidc", undefined, { signal: abort.signal }).then(
      setOffer,
      // Without an answer there is no button: signing in with a password needs none.
      () => undefined,
    );
    return () => abort.abort();
  }, []);
  return offer;
}
