import { describe, expect, it } from "vitest";
import { afterSignIn, isKnownPath, pathTo, routeOf } from "./paths";

describe("pathTo", () => {
  it("builds an address, with its query if there is one", () => {
    expect(pathTo("executive-summary")).toBe("/executive-summary");
    expect(pathTo("login", "?a=1")).toBe("/login?a=1");
    expect(pathTo("login", new URLSearchParams({ returnUrl: "/a b" }))).toBe("/login?returnUrl=%2Fa+b");
    expect(pathTo("login", "")).toBe("/login");
  });
});

describe("routeOf", () => {
  it("knows the route table and nothing else", () => {
    expect(routeOf("/user-dashboard/logins-breakdown")).toBe("user-dashboard/logins-breakdown");
    expect(routeOf("/user-dashboard/")).toBe("user-dashboard");
    expect(routeOf("/login")).toBe("login");
    expect(routeOf("/toString")).toBeNull();
    expect(routeOf("/user-dashboard/none")).toBeNull();
  });
});

describe("isKnownPath", () => {
  it.each(["/executive-summary", "/user-dashboard/logins-breakdown?filters=%7B%7D", "/bond-insights#x"])(
    "follows %s",
    (address) => expect(isKnownPath(address)).toBe(true),
  );
  it.each([
    "",
    "executive-summary",
    "//executive-summary",
    "/\\executive-summary",
    "/\t/executive-summary",
    "https://example.com/executive-summary",
    "javascript:alert(1)",
    "/executive-summary\\..",
    "/login",
    "/sign-out",
    "/nowhere",
  ])("does not follow %j", (address) => expect(isKnownPath(address)).toBe(false));
});

describe("afterSignIn", () => {
  it("goes where the user wanted to, or home", () => {
    expect(afterSignIn("/offers-dashboard?filters=1")).toBe("/offers-dashboard?filters=1");
    expect(afterSignIn("//example.com")).toBe("/executive-summary");
    expect(afterSignIn(null)).toBe("/executive-summary");
  });
});
