import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionUser } from "../api/generated/wire";
import { writeSession } from "./storage";
import { beginSession, endSession, startSession, useSession } from "./store";

const user: SessionUser = { id: 1, firstName: "Maya", roleList: [] };
const fetchMock = vi.fn<typeof fetch>();

function tokenFor(seconds: number): string {
  const now = Math.floor(Date.now() / 1000);
  return `h.${btoa(JSON.stringify({ iat: now, exp: now + seconds }))}.s`;
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) });
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  history.replaceState(null, "", "/executive-summary");
});

afterEach(() => {
  endSession("none");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("startSession", () => {
  it("is signed out without a token, and makes no request", () => {
    startSession();
    expect(useSession.getState()).toMatchObject({ status: "signedOut", end: "none" });
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it("shows the stored user at once, then uses the server's answer", async () => {
    writeSession(tokenFor(3600), user);
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify({ ...user, firstName: "May" })));
    startSession();
    expect(useSession.getState()).toMatchObject({ status: "signedIn", user });
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/user/current");
    await vi.advanceTimersByTimeAsync(0);
    expect(useSession.getState().user?.firstName).toBe("May");
  });

  it("waits for the server if the stored user cannot be read", () => {
    writeSession(tokenFor(3600), user);
    localStorage.removeItem("dsb_user");
    fetchMock.mockReturnValueOnce(new Promise(() => {}));
    startSession();
    expect(useSession.getState().status).toBe("checking");
  });

  it.each([401, 500])("ends the session when the check answers %i", async (status) => {
    writeSession(tokenFor(3600), user);
    fetchMock.mockResolvedValueOnce(new Response("{}", { status }));
    startSession();
    await vi.advanceTimersByTimeAsync(0);
    expect(useSession.getState()).toMatchObject({ status: "signedOut", end: "refused" });
    expect(localStorage.getItem("dsb_token")).toBeNull();
  });

  it("keeps the session when leaving the page aborts the check", async () => {
    writeSession(tokenFor(3600), user);
    fetchMock.mockImplementationOnce(async () => {
      dispatchEvent(new Event("beforeunload"));
      throw new TypeError("Failed to fetch");
    });
    startSession();
    await vi.advanceTimersByTimeAsync(0);
    expect(localStorage.getItem("dsb_token")).not.toBeNull();
    dispatchEvent(new Event("pageshow"));
  });

  it("ends at once with an expired token", () => {
    writeSession(tokenFor(3600), user);
    vi.setSystemTime(Date.now() + 3_600_000);
    startSession();
    expect(useSession.getState()).toMatchObject({ status: "signedOut", end: "expired" });
    expect(fetchMock).not.toHaveBeenCalled();
  });
});

describe("the end of a session", () => {
  it("comes when the token expires", () => {
    beginSession(tokenFor(3600), user);
    vi.advanceTimersByTime(3_599_000);
    expect(useSession.getState().status).toBe("signedIn");
    vi.advanceTimersByTime(2_000);
    expect(useSession.getState()).toMatchObject({ status: "signedOut", end: "expired" });
    expect(localStorage.getItem("dsb_token")).toBeNull();
  });

  it("handles delays longer than the timer limit", () => {
    const days = 40 * 24 * 3600;
    beginSession(tokenFor(days), user);
    vi.advanceTimersByTime(30 * 24 * 3_600_000);
    expect(useSession.getState().status).toBe("signedIn");
    vi.advanceTimersByTime(11 * 24 * 3_600_000);
    expect(useSession.getState()).toMatchObject({ end: "expired" });
  });

  it("follows a sign-out in another tab", () => {
    startSession();
    beginSession(tokenFor(3600), user);
    localStorage.removeItem("dsb_token");
    dispatchEvent(new StorageEvent("storage", { key: "dsb_token" }));
    expect(useSession.getState()).toMatchObject({ status: "signedOut", end: "left" });
  });
});
