import { describe, expect, it } from "vitest";
import { afterSignIn, knownRoute, pathTo, routeOf, titles } from "./paths";

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
    // The router ignores the case.
    expect(routeOf("/User-Dashboard/Logins-Breakdown")).toBe("user-dashboard/logins-breakdown");
    expect(knownRoute("/User-Dashboard?filters=x")).toBe("user-dashboard");
  });
});

describe("knownRoute", () => {
  it.each([
    ["/executive-summary", "executive-summary"],
    ["/user-dashboard/logins-breakdown?filters=%7B%7D", "user-dashboard/logins-breakdown"],
    ["/bond-insights#x", "bond-insights"],
    ["/explain/logins.total", "explain"],
  ])("follows %s", (address, route) => expect(knownRoute(address)).toBe(route));
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
  ])("does not follow %j", (address) => expect(knownRoute(address)).toBeNull());
});

describe("changed addresses", () => {
  const origin = "https://bond.example";
  const good = ["/executive-summary", "/user-dashboard/logins-breakdown?filters=%7B%7D", "/bond-insights#x"];
  const parts = [
    ..."/\\@:?#%.&=\t\n\r \u0000\u007f\u2028\u202e\u3002\uff0f",
    ..."// /\\ \\\\ /// ../ ..\\ /./ %2f %2F %5c %09 %0d%0a http: HtTpS:// JavaScript: data: evil.example user:pass@evil".split(
      " ",
    ),
  ];
  // A seed decides, so that a fault that was found is found again (splitmix32).
  let state = 1;
  const below = (end: number) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % end;
  };

  it("never lead to another host, and never from a screen to anything else", () => {
    let followed = 0;
    for (let input = 0; input < 20_000; input++) {
      let address = good[below(good.length)] ?? "";
      for (let change = 0; change <= below(3); change++) {
        const from = below(3) > 0 ? below(4) : below(address.length + 1);
        address =
          address.slice(0, from) + (parts[below(parts.length)] ?? "") + address.slice(from + below(2));
      }
      if (below(4) === 0) address = address.toUpperCase();
      const target = afterSignIn(address, undefined);
      const url = new URL(target, origin);
      expect(url.origin, JSON.stringify(address)).toBe(origin);
      const route = routeOf(url.pathname);
      expect(route !== null && Object.hasOwn(titles, route), JSON.stringify(address)).toBe(true);
      followed += Number(target === address);
    }
    expect(followed).toBeGreaterThan(100);
    expect(followed).toBeLessThan(19_000);
  });
});

describe("afterSignIn", () => {
  it("goes where the user wanted to, or home", () => {
    expect(afterSignIn("/offers-dashboard?filters=1", undefined)).toBe("/offers-dashboard?filters=1");
    expect(afterSignIn("//example.com", undefined)).toBe("/executive-summary");
    expect(afterSignIn(null, undefined)).toBe("/executive-summary");
  });

  it("opens the first view of a user who wanted nothing else", () => {
    const first = {
      id: 7,
      screen: "user-dashboard/logins-breakdown",
      filters: "{}",
      blocks: "LOGINS.quarters",
    };
    expect(afterSignIn(null, first)).toBe(
      "/user-dashboard/logins-breakdown?filters=%7B%7D&saved=7&view=LOGINS.quarters",
    );
    expect(afterSignIn("/offers-dashboard", first)).toBe("/offers-dashboard");
    // What is above a screen that is gone, without choices in its blocks.
    const gone = { ...first, screen: "user-dashboard/gone-breakdown" };
    expect(afterSignIn(null, gone)).toBe("/user-dashboard?filters=%7B%7D&saved=7");
    expect(afterSignIn(null, { ...first, screen: "//example.com" })).toBe(
      "/executive-summary?filters=%7B%7D&saved=7",
    );
  });
});
