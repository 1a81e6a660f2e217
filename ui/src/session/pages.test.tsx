import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, Fragment, type ReactNode, StrictMode } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onUnauthorized } from "../api/client";
import type { SessionUser } from "../api/generated/wire";
import { ToastHost } from "../kit";
import { Guard } from "./Guard";
import LoginPage from "./LoginPage";
import { Error401Page, ExpiredPage, SignedOutPage } from "./MessagePages";
import SsoPage from "./SsoPage";
import { takeSsoLink } from "./ssoLink";
import { beginSession, endSession } from "./store";

const user: SessionUser = { id: 1, firstName: "Maya", roleList: [], modules: [] };
const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  onUnauthorized(() => {});
});

afterEach(() => {
  endSession("none");
  vi.unstubAllGlobals();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

function open(address: string, wrapper: ComponentType<{ children: ReactNode }> = Fragment) {
  return render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/error401" element={<Error401Page />} />
        <Route path="/expired" element={<ExpiredPage />} />
        <Route path="/sso" element={<SsoPage />} />
        <Route path="/sign-out" element={<SignedOutPage />} />
        <Route
          path="*"
          element={
            <Guard>
              <p>Guarded</p>
            </Guard>
          }
        />
      </Routes>
      <Address />
      <ToastHost />
    </MemoryRouter>,
    { wrapper },
  );
}

const address = () => screen.getByTestId("address").textContent;

describe("the sign-in page", () => {
  it("reports both empty fields together, treating blanks as empty", async () => {
    open("/login");
    await userEvent.type(screen.getByLabelText("Login"), "   {Enter}");
    expect(screen.getByText("Login field is required")).toBeInTheDocument();
    expect(screen.getByText("Password field is required")).toBeInTheDocument();
    expect(screen.getByLabelText("Login")).toHaveFocus();
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it("limits the length of the fields", () => {
    open("/login");
    expect(screen.getByLabelText("Login")).toHaveAttribute("maxlength", "320");
    expect(screen.getByLabelText("Password")).toHaveAttribute("maxlength", "30");
    expect(screen.getByLabelText("Password")).toHaveAttribute("autocomplete", "off");
  });

  it("signs in on Enter and follows a known returnUrl", async () => {
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify({ token: "t", user })));
    open("/login?returnUrl=%2Foffers-dashboard%3Fx%3D1");
    await userEvent.type(screen.getByLabelText("Login"), "maya");
    await userEvent.type(screen.getByLabelText("Password"), "pw{Enter}");
    expect(await screen.findByText("Guarded")).toBeInTheDocument();
    expect(address()).toBe("/offers-dashboard?x=1");
  });

  it("shows a rejection as a notification and stays", async () => {
    fetchMock.mockResolvedValueOnce(new Response("{}", { status: 401 }));
    open("/login");
    await userEvent.type(screen.getByLabelText("Login"), "maya");
    await userEvent.type(screen.getByLabelText("Password"), "pw{Enter}");
    expect(await screen.findByText("Invalid email or password.")).toBeInTheDocument();
    expect(address()).toBe("/login");
  });
});

describe("the single sign-on page", () => {
  const refused = { success: false, token: null, user: null, errorMessage: "Not valid." };

  it("follows the link once, however often React renders or mounts it", async () => {
    history.replaceState(null, "", "/sso?aa=1&bb=2&cc=3");
    takeSsoLink();
    fetchMock.mockResolvedValue(new Response(JSON.stringify(refused)));
    open("/sso", StrictMode);
    await waitFor(() => expect(screen.getByRole("main")).toHaveTextContent("Not valid."));
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it("says when a link is incomplete", () => {
    open("/sso");
    expect(screen.getByText("This sign-in link is incomplete.")).toBeInTheDocument();
    expect(fetchMock).not.toHaveBeenCalled();
  });
});

describe("the guard", () => {
  it("redirects to error401 with a return address", () => {
    open("/user-dashboard?filters=1");
    expect(screen.getByText("Authentication is required to access this resource")).toBeInTheDocument();
    expect(address()).toBe("/error401?returnUrl=%2Fuser-dashboard%3Ffilters%3D1");
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute(
      "href",
      "/login?returnUrl=%2Fuser-dashboard%3Ffilters%3D1",
    );
  });

  it("redirects to expired when the session has expired, and to sign-out after signing out", () => {
    beginSession("t", user);
    endSession("expired");
    const expired = open("/user-dashboard");
    expect(screen.getByText("Your session has expired")).toBeInTheDocument();
    expired.unmount();
    beginSession("t", user);
    endSession("left");
    open("/user-dashboard");
    expect(screen.getByText(/left the analytics dashboard/)).toBeInTheDocument();
  });

  it("lets a session through", () => {
    beginSession("t", user);
    open("/user-dashboard");
    expect(screen.getByText("Guarded")).toBeInTheDocument();
  });

  it("drops a returnUrl to another site", () => {
    open("/error401?returnUrl=%2F%2Fexample.com");
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  });
});
