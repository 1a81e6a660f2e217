import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { savePreferences } from "../../api/session";
import { exampleUser } from "../../api/session/exampleUser";
import { useSession } from "../../api/session/store";
import AccountPage from ".";

const fetchMock = vi.fn<typeof fetch>();
/** The answers by the end of the path; what is missing fails. */
let answers: Record<string, unknown> = {};

const ACCOUNT = { login: "ann", firstName: "Ann", issuer: null, hasPassword: true, longestTokenDays: 90 };
const ALL = {
  "/account": ACCOUNT,
  "/account/sessions": {
    current: "1",
    sessions: [{ id: "1", device: "Firefox", createdAt: 0, lastSeenAt: 0 }],
  },
  "/account/tokens": { tokens: [] },
  "/userGroups": [],
  "/preferences": {},
};

beforeEach(() => {
  useSession.setState(
    { status: "signedIn", user: { ...exampleUser, preferences: { theme: "light" } } },
    true,
  );
  answers = { ...ALL };
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  fetchMock.mockImplementation(async (path) => {
    const end = Object.keys(answers).find((end) => String(path).endsWith(end));
    if (end !== undefined) return new Response(JSON.stringify(answers[end]));
    const body = { status: 500, error: "internal", message: "It failed.", errors: [] };
    return new Response(JSON.stringify(body), { status: 500 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <AccountPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );

describe("the account page", () => {
  it.each([
    ["/account", "First name"],
    ["/account/sessions", "Firefox"],
    ["/account/tokens", "Create token"],
  ])("says that %s could not be loaded, and tries again", async (path, shown) => {
    const { [path]: whole, ...rest } = answers;
    answers = rest;
    open();
    const again = await screen.findByRole("button", { name: "Try again" });
    answers = { ...rest, [path]: whole };
    await userEvent.click(again);
    expect(
      await screen.findByText((_, element) =>
        Boolean(element?.textContent?.startsWith(shown) && !element.children.length),
      ),
    ).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("keeps what stands between the values of tables in files", async () => {
    open();
    const separator = screen.getByLabelText("CSV separator");
    expect(separator).toHaveValue("comma");
    await userEvent.selectOptions(separator, "Semicolon");
    await userEvent.click(screen.getByRole("button", { name: "Save the preferences" }));
    await waitFor(() =>
      expect(fetchMock.mock.calls.map(([, init]) => init?.body)).toContain(
        JSON.stringify({ theme: "light", separator: "semicolon" }),
      ),
    );
  });

  it("does not undo a theme that was chosen elsewhere while it is open", async () => {
    open();
    await act(() => savePreferences({ theme: "dark" }));
    expect(screen.getByLabelText("Theme")).toHaveValue("dark");
    fetchMock.mockClear();
    await userEvent.selectOptions(screen.getByLabelText("Language"), "de");
    await userEvent.click(
      within(screen.getByLabelText("Theme").closest("form") as HTMLElement).getByRole("button", {
        name: /Save/,
      }),
    );
    const sent = fetchMock.mock.calls.find(([, init]) => init?.method === "PUT")?.[1]?.body;
    expect(JSON.parse(String(sent))).toMatchObject({ theme: "dark", language: "de" });
  });

  it("says at the present password that it is wrong, and keeps the new one", async () => {
    open();
    const present = await screen.findByLabelText("Current password");
    await userEvent.type(present, "wrong");
    await userEvent.type(screen.getByLabelText("New password"), "correct horse 1");
    const body = { status: 403, error: "not_confirmed", message: "The password is wrong.", errors: [] };
    fetchMock.mockImplementationOnce(async () => new Response(JSON.stringify(body), { status: 403 }));
    await userEvent.click(screen.getByRole("button", { name: "Change the password" }));
    await waitFor(() => expect(present).toHaveAccessibleDescription("The password is wrong."));
    expect(present).toHaveFocus();
    expect(screen.getByLabelText("New password")).toHaveValue("correct horse 1");
  });
});
