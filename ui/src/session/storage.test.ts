import { describe, expect, it, vi } from "vitest";
import type { SessionUser } from "../api/generated/wire";
import { seal, unseal } from "./sealed";
import { clearSession, readSession, tokenEnd, writeSession } from "./storage";

const user: SessionUser = {
  id: 7,
  firstName: "Zoë",
  roleList: [{ name: "USERS", permissions: [{ module: { code: "USERS" }, editable: false }] }],
};

function token(claims: Record<string, unknown>): string {
  return `h.${btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.s`;
}

describe("seal", () => {
  it("gives back what it was given, and never the same text twice", () => {
    const [one, two] = [seal(user), seal(user)];
    expect(one).not.toBe(two);
    expect(unseal(one)).toEqual(user);
    expect(atob(one)).not.toContain("firstName");
  });

  it("does not open what was changed, cut or is none of ours", () => {
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
  it("keeps the token under its key, the user sealed and a client id", () => {
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
  it("is the token's end by this browser's clock, however wrong that is", () => {
    vi.useFakeTimers({ now: 10_000_000 });
    const text = token({ iat: 4_000, exp: 7_600 });
    writeSession(text, user);
    expect(tokenEnd(text)).toBe(10_000_000 + 3_600_000);
    vi.useRealTimers();
  });

  it("is unknown where the token does not say", () => {
    expect(tokenEnd("not a token")).toBeNull();
    expect(tokenEnd(token({ sid: "x" }))).toBeNull();
    expect(tokenEnd("h.bnVsbA.s")).toBeNull();
  });
});
