import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, Fragment, type ReactNode, StrictMode } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onUnauthorized } from "../../api/client";
import { exampleUser as user } from "../../api/session/exampleUser";
import { takeOidcReturn } from "../../api/session/oidc";
import { takeSsoLink } from "../../api/session/ssoLink";
import { beginSession, endSession } from "../../api/session/store";
import { Guard } from "../../app/Guard";
import type { OidcOffer } from "../../generated/wire";
import { ToastHost } from "../../kit";
import LoginPage from "./LoginPage";
import { Error401Page, ExpiredPage, SignedOutPage } from "./MessagePages";
import OidcPage from "./OidcPage";
import SsoPage from "./SsoPage";

const fetchMock = vi.fn<typeof fetch>();
/** What the server says of providers; its other answers are those of fetchMock. */
let offer: OidcOffer;
const none: OidcOffer = {
  label: null,
  providers: [],
  signOut: false,
  signOutLabel: null,
  forgotten: false,
  longPasswords: false,
};
const company = { name: null, label: "Company login" };
const answer: typeof fetch = (input, init) =>
  input === "/api/auth/oidc" ? Promise.resolve(new Response(JSON.stringify(offer))) : fetchMock(input, init);

beforeEach(() => {
  vi.stubGlobal("fetch", answer);
  offer = none;
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
        <Route path="/oidc" element={<OidcPage />} />
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
    expect(screen.getByLabelText("Password")).toHaveAttribute("maxlength", "128");
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

  it("takes the rejection away once it succeeds", async () => {
    fetchMock.mockResolvedValueOnce(new Response("{}", { status: 401 }));
    open("/login");
    await userEvent.type(screen.getByLabelText("Login"), "maya");
    await userEvent.type(screen.getByLabelText("Password"), "pw{Enter}");
    const rejection = await screen.findByText("Invalid email or password.");
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify({ token: "t", user })));
    await userEvent.type(screen.getByLabelText("Password"), "{Enter}");
    expect(await screen.findByText("Guarded")).toBeInTheDocument();
    await waitFor(() => expect(rejection).not.toBeInTheDocument());
  });
});

describe("the provider", () => {
  const button = () => screen.findByRole("link", { name: "Company login" });

  it("has a link on the sign-in page, which takes the wanted address along", async () => {
    offer = { ...none, label: "Company login", providers: [company] };
    const { unmount } = open("/login");
    expect(await button()).toHaveAttribute("href", "/api/auth/oidc/start");
    unmount();
    open("/login?returnUrl=%2Foffers-dashboard%3Fx%3D1");
    expect(await button()).toHaveAttribute(
      "href",
      "/api/auth/oidc/start?returnUrl=%2Foffers-dashboard%3Fx%3D1",
    );
  });

  it("has a link for each of several, in their order", async () => {
    const partners = { name: "partners", label: "Partner login" };
    offer = { ...none, label: "Company login", providers: [company, partners] };
    open("/login?returnUrl=%2Foffers-dashboard");
    await button();
    const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["Company login", "/api/auth/oidc/start?returnUrl=%2Foffers-dashboard"],
      ["Partner login", "/api/auth/oidc/start?provider=partners&returnUrl=%2Foffers-dashboard"],
    ]);
  });

  it("can be signed out of after signing out, where the server offers it", async () => {
    const partners = { name: "partners", label: "Partner login" };
    offer = { ...none, label: "Company login", providers: [company, partners], signOut: true };
    offer.signOutLabel = "Partner login";
    open("/sign-out");
    const link = await screen.findByRole("link", { name: "Sign out of Partner login, too" });
    expect(screen.getAllByRole("link")).toHaveLength(2);
    expect(link).toHaveAttribute("href", "/api/auth/oidc/sign-out");
  });

  function comeBack(fragment: string) {
    history.replaceState(null, "", `/oidc#${fragment}`);
    takeOidcReturn();
    expect(location.href).not.toContain("#");
    open("/oidc", StrictMode);
  }

  it("signs in once with the code and the state of the address, and follows a known address", async () => {
    fetchMock.mockResolvedValueOnce(
      new Response(JSON.stringify({ token: "t", user, returnUrl: "/offers-dashboard?x=1" })),
    );
    comeBack("code=a%26b&state=s&iss=https%3A%2F%2Fa.example");
    expect(await screen.findByText("Guarded")).toBeInTheDocument();
    expect(address()).toBe("/offers-dashboard?x=1");
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/auth/oidc/session");
    expect(JSON.parse(String(fetchMock.mock.calls[0]?.[1]?.body))).toEqual({
      code: "a&b",
      state: "s",
      iss: "https://a.example",
    });
  });

  it("never follows an address of another host", async () => {
    const elsewhere = { token: "t", user, returnUrl: "//evil.example" };
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(elsewhere)));
    comeBack("code=a&state=s");
    expect(await screen.findByText("Guarded")).toBeInTheDocument();
    expect(address()).toBe("/executive-summary");
  });

  it.each([
    ["error=oidc_no_role", null, /no access here/],
    ["error=%3Cb%3E", null, /Operation failed/],
    ["error=constructor", null, /Operation failed/],
    ["nothing=here", null, /Please start again/],
    ["code=a&state=s", "oidc_unavailable", /does not answer/],
  ])("says what went wrong: %s %s", async (fragment, word, text) => {
    const body = { status: 503, error: "x", message: "x", errors: [], error_description: word };
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(body), { status: 503 }));
    beginSession("earlier", user);
    comeBack(fragment);
    await waitFor(() => expect(screen.getByRole("main")).toHaveTextContent(text));
    expect(screen.getByRole("link", { name: "Sign in" })).toBeInTheDocument();
    expect(fetchMock).toHaveBeenCalledTimes(word ? 1 : 0);
    expect(localStorage.getItem("dsb_token")).toBe("earlier");
  });
});

describe("the single sign-on page", () => {
  const refused = { success: false, token: null, user: null, errorMessage: "Not valid." };
  const asking = { ...refused, errorMessage: null, confirm: { login: "ann@example.com", firstName: "Ann" } };

  function followLink() {
    history.replaceState(null, "", "/sso?aa=1&bb=2&cc=3");
    takeSsoLink();
    open("/sso", StrictMode);
  }

  it("asks first where the server says so, and sends the link again when the user confirms", async () => {
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(asking)));
    followLink();
    expect(await screen.findByRole("heading", { name: "Continue as Ann?" })).toBeInTheDocument();
    expect(screen.getByText(/as ann@example.com/)).toHaveFocus();
    const signedIn = { success: true, token: "t", user, errorMessage: null };
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(signedIn)));
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByText("Guarded")).toBeInTheDocument();
    const bodies = fetchMock.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
    const link = { aa: "1", bb: "2", cc: "3" };
    expect(bodies).toEqual([link, { ...link, confirmed: true }]);
  });

  it("signs nobody in, and no earlier session out, when the user cancels", async () => {
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(asking)));
    beginSession("earlier", user);
    followLink();
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(screen.getByText("You have not been signed in.")).toBeInTheDocument();
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem("dsb_token")).toBe("earlier");
  });

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

it("the password can be shown, and who has forgotten it is told whom to ask", async () => {
  open("/login");
  const field = await screen.findByLabelText("Password");
  expect(field).toHaveAttribute("type", "password");
  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(field).toHaveAttribute("type", "text");
  await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(field).toHaveAttribute("type", "password");
  // The login has no such button.
  expect(screen.getAllByRole("button", { name: /password$/ })).toHaveLength(1);
  expect(screen.getByText(/^Forgotten your password\? Ask an administrator/)).toBeVisible();
});
