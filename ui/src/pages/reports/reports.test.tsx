import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSession } from "../../api/session";
import { exampleUser } from "../../api/session/exampleUser";
import type { ReportAnswer, ReportList } from "../../generated/wire";
import { useToasts } from "../../kit/toasts";
import ReportsPage from "./index";
import { exampleDestinations, exampleReport } from "./testAnswers";

let list: ReportList;
let calls: { method: string; path: string; body: unknown }[] = [];
let sent: Partial<ReportAnswer> = {};

beforeEach(() => {
  list = { reports: [exampleReport], destinations: exampleDestinations };
  calls = [];
  sent = { lastState: "sent", lastAt: 1, lastText: "Mailed." };
  useToasts.setState({ toasts: [] });
  useSession.setState({ status: "signedIn", user: exampleUser }, true);
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const method = init.method ?? "GET";
    const at = String(path).replace(/^.*?api\//, "api/");
    if (method !== "GET")
      calls.push({ method, path: at, body: init.body ? JSON.parse(String(init.body)) : undefined });
    if (at === "api/v1/alerts")
      return Response.json({ alerts: [], destinations: list.destinations, figures: [], tables: [] });
    if (at === "api/v1/views") return Response.json({ views: [] });
    if (method === "DELETE") return new Response(null, { status: 204 });
    if (at.endsWith("/send")) return Response.json({ ...exampleReport, ...sent });
    if (method === "GET") return Response.json(list);
    return Response.json(exampleReport);
  });
});

afterEach(() => vi.unstubAllGlobals());

async function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ReportsPage />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
}

const user = userEvent.setup();
const messages = () => useToasts.getState().toasts.map(({ message }) => message);

it("lists reports with how they go, and sends one now", async () => {
  list = {
    ...list,
    reports: [
      { ...exampleReport, lastState: "failed", lastAt: 1, lastText: "The server is away.", againAt: 2 },
      { ...exampleReport, id: 2, name: "Offers", isOwn: false, login: "bob", waitsFor: "2026-11-29" },
    ],
  };
  await show();
  // Each has a row below it for narrow pages.
  const [, first, , second] = await screen.findAllByRole("row");
  expect(first).toHaveTextContent(/Every Monday.*ann@example\.com.*failed.*The server is away\. Next try/);
  expect(second).toHaveTextContent(/by bob.*waits for the data of/);
  expect(within(second as HTMLElement).queryByRole("button", { name: /^Send/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Send Logins now" }));
  expect(calls).toEqual([{ method: "POST", path: "api/v1/reports/1/send", body: undefined }]);
  await waitFor(() => expect(messages()).toEqual(["The report was sent."]));
  sent = { lastState: "failed", lastAt: 1, lastText: "Still away." };
  await user.click(screen.getByRole("button", { name: "Send Logins now" }));
  await waitFor(() => expect(messages()).toContain("Still away."));
});

it("says what would send reports where nothing is set up, which alerts do not need", async () => {
  list = { reports: [], destinations: { ...exampleDestinations, canMail: false } };
  await show();
  expect(await screen.findByText("No report is scheduled.")).toBeVisible();
  const panel = screen.getByRole("region", { name: "Not set up yet" });
  expect(panel).toHaveTextContent(/By email: smtp_host.*reports_dir.*webhook_hosts/);
  expect(screen.getByRole("button", { name: "Add an alert…" })).toBeVisible();
});

it("removes a report after asking", async () => {
  await show();
  await user.click(await screen.findByRole("button", { name: "Remove Logins" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove Logins?" });
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(calls).toEqual([{ method: "DELETE", path: "api/v1/reports/1", body: undefined }]);
});
