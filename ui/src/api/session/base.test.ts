import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** The server says below which path the page is; the page reads that once. */
beforeEach(() => {
  const meta = document.createElement("meta");
  meta.name = "bond-base";
  meta.content = "/bond";
  document.head.append(meta);
  vi.resetModules();
});
afterEach(() => {
  document.head.replaceChildren();
  history.replaceState(null, "", "/");
});

it("begins and ends at the provider below the path of the page", async () => {
  const { OIDC_SIGN_OUT, oidcStart } = await import("./oidc");
  expect(oidcStart(null, null)).toBe("/bond/api/auth/oidc/start");
  expect(oidcStart(null, "/user-dashboard")).toBe("/bond/api/auth/oidc/start?returnUrl=%2Fuser-dashboard");
  expect(oidcStart("staff", "/user-dashboard")).toBe(
    "/bond/api/auth/oidc/start?provider=staff&returnUrl=%2Fuser-dashboard",
  );
  expect(OIDC_SIGN_OUT).toBe("/bond/api/auth/oidc/sign-out");
});

it.each(["/bond/oidc", "/bond/Oidc/"])("takes what the provider gave out of the address %s", async (path) => {
  const { handOutOidcReturn, takeOidcReturn } = await import("./oidc");
  history.replaceState(null, "", `${path}#code=c1&state=s1&iss=https%3A%2F%2Fa.example`);
  takeOidcReturn();
  expect(location.href).not.toContain("c1");
  expect(location.pathname).toBe("/bond/oidc");
  expect(handOutOidcReturn()).toEqual({ code: "c1", state: "s1", iss: "https://a.example" });
});
