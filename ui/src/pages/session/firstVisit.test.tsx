import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endSession } from "../../api/session/store";
import { ToastHost } from "../../kit";
import ChoosePasswordPage from "./ChoosePasswordPage";
import FirstVisit from "./FirstVisit";
import OpenedPage from "./OpenedPage";
import SetUpPage from "./SetUpPage";

const fetchMock = vi.fn<typeof fetch>();
const PASSWORD = "correct horse 1";

/** Answers each path with a status and a body. */
function answers(of: Record<string, [number, unknown]>) {
  fetchMock.mockImplementation(async (path) => {
    const [status, body] = of[String(path)] ?? [404, { error: "not_found", message: "no" }];
    return new Response(status === 204 ? null : JSON.stringify(body), { status });
  });
}

const sent = (path: string) =>
  fetchMock.mock.calls
    .filter(([called, init]) => called === path && init?.method !== "GET")
    .map(([, init]) => JSON.parse(String(init?.body)) as unknown);

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
});

afterEach(() => {
  endSession("none");
  vi.unstubAllGlobals();
  window.location.hash = "";
});

function open(address: string) {
  return render(
    <StrictMode>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route
            path="/login"
            element={
              <FirstVisit>
                <p>Sign in here</p>
              </FirstVisit>
            }
          />
          <Route path="/set-up" element={<SetUpPage />} />
          <Route path="/choose-password" element={<ChoosePasswordPage />} />
          <Route path="/opened" element={<OpenedPage />} />
          <Route path="*" element={<p>Home</p>} />
        </Routes>
        <ToastHost />
      </MemoryRouter>
    </StrictMode>,
  );
}

describe("the first visit", () => {
  it("leads to the set-up page only while there is no user", async () => {
    answers({ "/api/auth/setup": [200, { needed: false }] });
    const { unmount } = open("/login");
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    expect(screen.getByText("Sign in here")).toBeTruthy();
    unmount();
    answers({ "/api/auth/setup": [200, { needed: true }] });
    open("/login");
    expect(await screen.findByRole("heading", { name: "Welcome to Bond" })).toBeTruthy();
  });

  it("makes the first administrator and signs in", async () => {
    answers({
      "/api/auth/setup": [200, { needed: true }],
      "/api/auth/login": [200, { token: "t", user: { id: 1, firstName: "Ann", roleList: [] } }],
    });
    open("/set-up");
    const user = userEvent.setup();
    const button = screen.getByRole("button", { name: "Create administrator account" });
    await user.click(button);
    expect(screen.getByText("Set-up token field is required")).toBeTruthy();
    expect(sent("/api/auth/setup")).toEqual([]);
    await user.type(screen.getByLabelText("Set-up token"), "secret");
    await user.type(screen.getByLabelText("Login"), "ann");
    await user.type(screen.getByLabelText("First name"), "Ann");
    await user.type(screen.getByLabelText(/^Password/), PASSWORD);
    await user.click(button);
    expect(await screen.findByText("Home")).toBeTruthy();
    expect(sent("/api/auth/setup")).toEqual([
      { token: "secret", login: "ann", firstName: "Ann", password: PASSWORD },
    ]);
  });

  it("takes the token from the link that the server printed", () => {
    answers({ "/api/auth/setup": [200, { needed: true }] });
    window.location.hash = "#secret";
    open("/set-up");
    expect(screen.getByLabelText("Set-up token")).toHaveValue("secret");
  });

  it("is not offered once there is one", async () => {
    answers({ "/api/auth/setup": [200, { needed: false }] });
    open("/set-up");
    expect(await screen.findByText(/^The first administrator account exists already/)).toBeTruthy();
    expect(screen.queryByLabelText("Set-up token")).toBeNull();
  });
});

describe("a link to choose a password", () => {
  it("says whom it is for, and sets a password that was typed twice", async () => {
    window.location.hash = "#the-secret";
    answers({
      "/api/auth/password-link/check": [200, { login: "ann", firstName: "Ann", expiresAt: 5 }],
      "/api/auth/password-link": [204, null],
      "/api/auth/setup": [200, { needed: false }],
    });
    open("/choose-password");
    expect(await screen.findByText("Hello Ann. You will sign in as ann.")).toBeTruthy();
    const user = userEvent.setup();
    await user.type(screen.getByLabelText(/^Password/), PASSWORD);
    await user.type(screen.getByLabelText("Repeat the password"), "correct horse 2");
    await user.click(screen.getByRole("button", { name: "Set the password" }));
    expect(screen.getByText("The two passwords differ")).toBeTruthy();
    await user.clear(screen.getByLabelText("Repeat the password"));
    await user.type(screen.getByLabelText("Repeat the password"), PASSWORD);
    await user.click(screen.getByRole("button", { name: "Set the password" }));
    expect(await screen.findByText("Sign in here")).toBeTruthy();
    expect(sent("/api/auth/password-link")).toEqual([{ secret: "the-secret", password: PASSWORD }]);
  });

  it("says so where the link is not valid", async () => {
    answers({});
    open("/choose-password");
    expect(await screen.findByText(/This link is not valid or has expired/)).toBeTruthy();
  });
});

describe("the link of a demo", () => {
  it("signs in with what is behind the #, once", async () => {
    window.location.hash = "#the-secret";
    answers({ "/api/auth/opened": [200, { token: "t", user: { id: 1, firstName: "Maya", roleList: [] } }] });
    open("/opened");
    expect(await screen.findByText("Home")).toBeTruthy();
    expect(sent("/api/auth/opened")).toEqual([{ secret: "the-secret" }]);
    expect(localStorage.getItem("dsb_token")).toBe("t");
  });

  it("says what to do where the link was used or is too old", async () => {
    answers({});
    open("/opened");
    expect(
      await screen.findByText(/^This link was used already or is too old\. Start Bond again/),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: "Sign in" })).toBeTruthy();
  });
});
