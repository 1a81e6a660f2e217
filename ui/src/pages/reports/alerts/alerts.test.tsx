import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSession } from "../../../api/session";
import { exampleUser } from "../../../api/session/exampleUser";
import type { AlertAnswer, AlertList } from "../../../generated/wire";
import { useToasts } from "../../../kit/toasts";
import { AlertsPanel } from "./AlertsPanel";
import { exampleAlert, exampleAlerts } from "./testAnswers";

let list: AlertList;
let calls: { method: string; path: string; body: unknown }[] = [];
let sent: Partial<AlertAnswer> = {};

beforeEach(() => {
  list = exampleAlerts;
  calls = [];
  sent = {};
  useToasts.setState({ toasts: [] });
  useSession.setState({ status: "signedIn", user: exampleUser }, true);
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const method = init.method ?? "GET";
    const at = String(path).replace(/^.*?api\//, "api/");
    if (method !== "GET")
      calls.push({ method, path: at, body: init.body ? JSON.parse(String(init.body)) : undefined });
    if (at === "api/v1/views") return Response.json({ views: [] });
    if (method === "DELETE") return new Response(null, { status: 204 });
    if (at.endsWith("/send")) return Response.json({ ...exampleAlert, ...sent });
    if (at === "api/v1/alerts" && method === "GET") return Response.json(list);
    return Response.json(exampleAlert);
  });
});

afterEach(() => vi.unstubAllGlobals());

async function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <AlertsPanel />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
}

const user = userEvent.setup();
const messages = () => useToasts.getState().toasts.map(({ message }) => message);

it("lists alerts with how they stand, and sends a trial", async () => {
  const others = {
    ...exampleAlert,
    id: 2,
    name: "Theirs",
    isOwn: false,
    login: "bob",
    state: null,
    found: null,
  };
  list = { ...exampleAlerts, alerts: [exampleAlert, others] };
  await show();
  // Each has a row below it for narrow pages.
  const [, first, , second] = await screen.findAllByRole("row");
  expect(first).toHaveTextContent(/Logins fall.*fell by more than 10%.*Webhook hooks\.example\.com.*active/);
  expect(first).not.toHaveTextContent("secret");
  expect(first).toHaveTextContent(/Total Logins is 90\..*sent.*Posted to/);
  expect(second).toHaveTextContent(/by bob/);
  expect(within(second as HTMLElement).queryByRole("button", { name: /^Send/ })).toBeNull();
  sent = { lastState: "sent" };
  await user.click(screen.getByRole("button", { name: "Send a test of Logins fall" }));
  expect(calls).toEqual([{ method: "POST", path: "api/v1/alerts/1/send", body: undefined }]);
  await waitFor(() => expect(messages()).toEqual(["The test was sent."]));
  sent = { lastState: "stopped", lastText: "Too few members." };
  await user.click(screen.getByRole("button", { name: "Send a test of Logins fall" }));
  await waitFor(() => expect(messages()).toContain("Too few members."));
});

it("has no test of an alert that is in the page alone", async () => {
  list = { ...exampleAlerts, alerts: [{ ...exampleAlert, channel: null, lastState: null, lastAt: null }] };
  await show();
  const [, row] = await screen.findAllByRole("row");
  expect(row).toHaveTextContent(/On the page.*not sent/);
  expect(within(row as HTMLElement).queryByRole("button", { name: /^Send/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Add an alert…" })).toBeVisible();
});

it("removes an alert after asking", async () => {
  await show();
  await user.click(await screen.findByRole("button", { name: "Remove the alert Logins fall" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove the alert Logins fall?" });
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(calls).toEqual([{ method: "DELETE", path: "api/v1/alerts/1", body: undefined }]);
});
