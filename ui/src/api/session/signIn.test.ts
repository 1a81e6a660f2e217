// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { errors } from "#texts/page";
import { pages } from "#texts/session";
import type { ErrorBody } from "../../generated/wire";
import { ApiError } from "../client";
import { exampleUser as user } from "./exampleUser";
import { loginFailure, signIn, signInBySso } from "./signIn";
import { signOut } from "./signOut";
import { handOutSsoLink, ssoLinkOf, takeSsoLink } from "./ssoLink";
import { beginSession, endSession, useSession } from "./store";

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
});

afterEach(() => {
  endSession("none");
  vi.unstubAllGlobals();
});

function failed(status: number, error_description?: string): ApiError {
  const body: ErrorBody = { status, error: "invalid_grant", message: "no", errors: [], error_description };
  return new ApiError(status, body);
}

describe("loginFailure", () => {
  it.each([
    [failed(401), pages.invalidLogin],
    [failed(400, "Bad credentials"), pages.invalidLogin],
    [failed(401, "Access not available"), "Access not available"],
    [failed(401, "blocked"), "Access blocked"],
    [new ApiError(504, null), "Server unavailable"],
    [new ApiError(404, null), "Server unavailable"],
    [new ApiError(500, null), errors.failed],
    [new ApiError(0, null), errors.failed],
    [new Error("other"), errors.failed],
  ])("%s", (error, message) => expect(loginFailure(error)).toBe(message));
});

describe("signIn", () => {
  it("ends the earlier session before the request, and starts the new one", async () => {
    beginSession("old", { ...user, id: 9 });
    fetchMock.mockImplementationOnce(async (_, init) => {
      expect(localStorage.getItem("dsb_token")).toBeNull();
      expect(JSON.parse(String(init?.body))).toEqual({
        grant_type: "password",
        username: "maya",
        password: "pw",
      });
      return new Response(JSON.stringify({ token: "new", user }));
    });
    await signIn("maya", "pw");
    expect(localStorage.getItem("dsb_token")).toBe("new");
    expect(useSession.getState()).toEqual({ status: "signedIn", user });
  });

  it("says why it failed", async () => {
    fetchMock.mockResolvedValueOnce(new Response("{}", { status: 401 }));
    await expect(signIn("maya", "pw")).rejects.toThrow("Invalid email or password.");
    expect(useSession.getState().status).toBe("signedOut");
  });
});

describe("signInBySso", () => {
  const link = { aa: "1", bb: "2", cc: "3" };

  it("starts a session", async () => {
    fetchMock.mockResolvedValueOnce(
      new Response(JSON.stringify({ success: true, token: "t", user, errorMessage: null })),
    );
    await signInBySso(link);
    expect(JSON.parse(String(fetchMock.mock.calls[0]?.[1]?.body))).toEqual(link);
    expect(useSession.getState().status).toBe("signedIn");
  });

  it("ends the earlier session only on success", async () => {
    beginSession("old", { ...user, id: 9 });
    const refused = { success: false, token: null, user: null, errorMessage: "No." };
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(refused)));
    await expect(signInBySso(link)).rejects.toThrow("No.");
    expect(localStorage.getItem("dsb_token")).toBe("old");
    // The server receives the session that the new one replaces.
    expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).get("Authorization")).toBe("Bearer old");
    fetchMock.mockResolvedValueOnce(
      new Response(JSON.stringify({ success: true, token: "t", user, errorMessage: null })),
    );
    await signInBySso(link);
    expect(localStorage.getItem("dsb_token")).toBe("t");
    expect(useSession.getState()).toEqual({ status: "signedIn", user });
  });

  it("shows the server's message, or the general one", async () => {
    const refused = { success: false, token: null, user: null };
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify({ ...refused, errorMessage: "No." })));
    await expect(signInBySso(link)).rejects.toThrow("No.");
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify({ ...refused, errorMessage: null })));
    await expect(signInBySso(link)).rejects.toThrow(errors.failed);
    fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(signInBySso(link)).rejects.toThrow(errors.failed);
  });

  it("removes the parameters from the address, and returns them once", () => {
    history.replaceState(null, "", "/sso?aa=1&bb=2&cc=3");
    takeSsoLink();
    expect(location.pathname + location.search).toBe("/sso");
    expect(handOutSsoLink()).toEqual(link);
    expect(handOutSsoLink()).toBeNull();
    history.replaceState(null, "", "/SSO?aa=1&bb=2&cc=3");
    takeSsoLink();
    expect(location.search).toBe("");
    expect(handOutSsoLink()).toEqual(link);
    history.replaceState(null, "", "/login?aa=1&bb=2&cc=3");
    takeSsoLink();
    expect(location.search).toBe("?aa=1&bb=2&cc=3");
    expect(handOutSsoLink()).toBeNull();
  });

  it("needs all three parameters", () => {
    expect(ssoLinkOf("?aa=1&bb=2&cc=3")).toEqual(link);
    expect(ssoLinkOf("?aa=1&bb=2")).toBeNull();
    expect(ssoLinkOf("?aa=1&bb=2&cc=")).toBeNull();
  });
});

describe("signOut", () => {
  it("notifies the server with the token, and signs out whatever the response", async () => {
    beginSession("t", user);
    fetchMock.mockImplementationOnce(async (_, init) => {
      expect(new Headers(init?.headers).get("Authorization")).toBe("Bearer t");
      throw new TypeError("Failed to fetch");
    });
    const done = signOut();
    expect(useSession.getState()).toMatchObject({ status: "signedOut", end: "left" });
    await done;
    expect(localStorage.getItem("dsb_token")).toBeNull();
  });
});
