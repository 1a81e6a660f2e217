// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callDeclared } from "../client";
import { exampleUser as user } from "./exampleUser";
import { writeSession } from "./storage";
import { beginSession, endSession, startSession, useSession } from "./store";
import { useReconnecting } from "./useReconnecting";

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

  it.each([
    ["invalid_token", "refused"],
    ["session_expired", "expired"],
  ])("ends the session when the check answers 401 %s", async (code, end) => {
    writeSession(tokenFor(3600), user);
    fetchMock.mockResolvedValueOnce(
      new Response(JSON.stringify({ status: 401, error: "unauthorized", code }), { status: 401 }),
    );
    startSession();
    await vi.advanceTimersByTimeAsync(0);
    expect(useSession.getState()).toMatchObject({ status: "signedOut", end });
    expect(localStorage.getItem("dsb_token")).toBeNull();
  });

  it.each([
    ["a 503", async () => new Response("{}", { status: 503 })],
    ["no network", async () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("keeps the session after %s, and retries until the server answers", async (_, fail) => {
    writeSession(tokenFor(3600), user);
    fetchMock.mockImplementation(fail);
    startSession();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(useSession.getState()).toMatchObject({ status: "signedIn", user });
    expect(useReconnecting.getState().on).toBe(true);
    expect(fetchMock.mock.calls.length).toBeGreaterThan(4);
    fetchMock.mockImplementation(async () => new Response(JSON.stringify({ ...user, firstName: "May" })));
    // It does not wait any longer once the network is there again.
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(useReconnecting.getState().on).toBe(false);
    expect(useSession.getState().user?.firstName).toBe("May");
    const calls = fetchMock.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetchMock.mock.calls.length).toBe(calls);
  });

  it("does not retry for a session that has ended", async () => {
    writeSession(tokenFor(3600), user);
    fetchMock.mockResolvedValue(new Response("{}", { status: 503 }));
    startSession();
    await vi.advanceTimersByTimeAsync(100);
    endSession("left");
    expect(useReconnecting.getState().on).toBe(false);
    const calls = fetchMock.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetchMock.mock.calls.length).toBe(calls);
  });

  it("says that the session has expired when a call says so", async () => {
    beginSession(tokenFor(3600), user);
    startSession();
    fetchMock.mockResolvedValue(
      new Response(JSON.stringify({ status: 401, error: "unauthorized", code: "session_expired" }), {
        status: 401,
      }),
    );
    await expect(callDeclared("GET", "api/v1/program")).rejects.toThrow();
    expect(useSession.getState()).toMatchObject({ status: "signedOut", end: "expired" });
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
