// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useBlocking } from "./blocking";
import { ApiError, callDeclared, onUnauthorized } from "./client";
import { TOKEN_KEY } from "./token";

const fetchMock = vi.fn<typeof fetch>();
const unauthorized = vi.fn();

function answer(body: unknown, status = 200) {
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
}

function sentHeaders(): Headers {
  return fetchMock.mock.calls[0]?.[1]?.headers as Headers;
}

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  unauthorized.mockReset();
  onUnauthorized(unauthorized);
});

afterEach(() => {
  vi.unstubAllGlobals();
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads it from there.
  document.cookie = "XSRF-TOKEN=; expires=Thu, 01 Jan 1970 00:00:00 GMT";
});

describe("call", () => {
  it("returns the body and sends JSON", async () => {
    answer({ a: 1 });
    await expect(callDeclared("POST", "api/v1/x", { b: 2 })).resolves.toEqual({ a: 1 });
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/v1/x");
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"b":2}');
    expect(sentHeaders().get("Content-Type")).toBe("application/json");
    expect(sentHeaders().has("Authorization")).toBe(false);
  });

  it("sends the bearer token, and the CSRF token on POST only", async () => {
    localStorage.setItem(TOKEN_KEY, "t1");
    // biome-ignore lint/suspicious/noDocumentCookie: as above.
    document.cookie = "XSRF-TOKEN=abc%3D";
    answer({});
    await callDeclared("POST", "api/v1/x", {});
    expect(sentHeaders().get("Authorization")).toBe("Bearer t1");
    expect(sentHeaders().get("X-XSRF-TOKEN")).toBe("abc=");
    fetchMock.mockReset();
    answer({});
    await callDeclared("GET", "api/v1/x");
    expect(sentHeaders().has("X-XSRF-TOKEN")).toBe(false);
  });

  it("rejects with the status and the server's message", async () => {
    answer(
      { status: 400, error: "invalid_request", message: "endDate is before startDate", errors: [] },
      400,
    );
    const error = await callDeclared("POST", "api/v1/x", {}).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, message: "endDate is before startDate" });
  });

  it("handles a proxy's error page and a lost connection", async () => {
    fetchMock.mockResolvedValueOnce(new Response("<html>", { status: 504 }));
    await expect(callDeclared("GET", "api/v1/x")).rejects.toMatchObject({ status: 504, body: null });
    fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(callDeclared("GET", "api/v1/x")).rejects.toMatchObject({ status: 0, body: null });
  });

  it("passes an abort on as an abort", async () => {
    fetchMock.mockRejectedValueOnce(new DOMException("aborted", "AbortError"));
    await expect(callDeclared("GET", "api/v1/x")).rejects.toMatchObject({ name: "AbortError" });
  });

  it("reports a 401 once if it concerns the current token", async () => {
    localStorage.setItem(TOKEN_KEY, "t1");
    answer({}, 401);
    await expect(callDeclared("GET", "api/v1/x")).rejects.toMatchObject({ status: 401 });
    expect(unauthorized).toHaveBeenCalledTimes(1);
  });

  it("does not report a 401 to a call made with an earlier token", async () => {
    localStorage.setItem(TOKEN_KEY, "old");
    fetchMock.mockImplementationOnce(async () => {
      localStorage.setItem(TOKEN_KEY, "new");
      return new Response("{}", { status: 401 });
    });
    await expect(callDeclared("GET", "api/v1/x")).rejects.toMatchObject({ status: 401 });
    expect(unauthorized).not.toHaveBeenCalled();
  });

  it("blocks the page until the answer, where it says so", async () => {
    let finish: (response: Response) => void = () => {};
    fetchMock.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
    const blocking = callDeclared("GET", "api/v1/x", undefined, { blocking: true });
    expect(useBlocking.getState()).toBe(1);
    finish(new Response("{}", { status: 500 }));
    await blocking.catch(() => undefined);
    expect(useBlocking.getState()).toBe(0);
    const quiet = callDeclared("GET", "api/v1/x");
    expect(useBlocking.getState()).toBe(0);
    finish(new Response("{}"));
    await quiet;
  });
});
