// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import type { SessionUser } from "../../generated/wire";
import { seal, unseal } from "./sealed";
import { clearSession, readSession, tokenEnd, writeSession } from "./storage";

const user: SessionUser = {
  id: 7,
  firstName: "Zoë",
  roleList: [{ name: "USERS", permissions: [{ module: { code: "MEMBERS" }, editable: false }] }],
  modules: ["MEMBERS"],
  schedule: false,
  preferences: { theme: "dark" },
};

function token(claims: Record<string, unknown>): string {
  return `h.${btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.s`;
}

describe("seal", () => {
  it("survives a round trip, and never produces the same text twice", () => {
    const [one, two] = [seal(user), seal(user)];
    expect(one).not.toBe(two);
    expect(unseal(one)).toEqual(user);
    expect(atob(one)).not.toContain("firstName");
  });

  it("does not open changed, truncated or foreign text", () => {
    const text = seal(user);
    const bytes = atob(text);
    const flipped = btoa(
      bytes.slice(0, 20) + String.fromCharCode(bytes.charCodeAt(20) ^ 1) + bytes.slice(21),
    );
    expect(unseal(flipped)).toBeNull();
    expect(unseal(text.slice(0, 12))).toBeNull();
    expect(unseal("not base64 !")).toBeNull();
    expect(unseal("")).toBeNull();
  });
});

describe("the stored session", () => {
  it("stores the token under its key, the sealed user and a client id", () => {
    writeSession("t", user);
    expect(localStorage.getItem("dsb_token")).toBe("t");
    expect(localStorage.getItem("dsb_client")).toMatch(/^[0-9a-f]{32}$/);
    expect(Object.values({ ...localStorage }).join()).not.toContain("Zoë");
    expect(readSession()).toEqual({ token: "t", user });
    clearSession();
    expect(readSession()).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it("keeps the session when only the user cannot be read", () => {
    writeSession("t", user);
    localStorage.setItem("dsb_user", "rubbish");
    expect(readSession()).toEqual({ token: "t", user: null });
    localStorage.setItem("dsb_user", seal({ some: "thing" }));
    expect(readSession()).toEqual({ token: "t", user: null });
  });
});

describe("tokenEnd", () => {
  it("is the token's expiry by this browser's clock, even if it is wrong", () => {
    vi.useFakeTimers({ now: 10_000_000 });
    const text = token({ iat: 4_000, exp: 7_600 });
    writeSession(text, user);
    expect(tokenEnd(text)).toBe(10_000_000 + 3_600_000);
    vi.useRealTimers();
  });

  it("is unknown if the token does not contain it", () => {
    expect(tokenEnd("not a token")).toBeNull();
    expect(tokenEnd(token({ sid: "x" }))).toBeNull();
    expect(tokenEnd("h.bnVsbA.s")).toBeNull();
  });
});
