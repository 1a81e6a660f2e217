import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSession } from "../../api/session";
import { exampleUser } from "../../api/session/exampleUser";
import {
  type AlertDraft,
  type Asked,
  ask,
  type ReportDraft,
  stopAsking,
} from "../../figures/exports/handoff";
import type { Destinations, LinkList, MadeLink, MadeTableAddress } from "../../generated/wire";
import { useToasts } from "../../kit/toasts";
import { exampleAlert, exampleAlerts } from "../reports/alerts/testAnswers";
import { exampleDestinations, exampleReport } from "../reports/testAnswers";
import AskedForm from "./index";

const DRAFT: ReportDraft = {
  screen: "api/v1/dashboard/users/logins",
  title: "Logins Breakdown",
  params: { period: "THIS_YEAR" },
  route: "user-dashboard/logins-breakdown",
  compared: ["LOGINS_TABLE"],
};
const ALERT: AlertDraft = { metric: "logins.totalLogins", params: { period: "THIS_YEAR" } };
const { compared: _, ...SCREEN } = DRAFT;
const LINK: Asked = { kind: "link", draft: { ...SCREEN, blocks: "" } };
const NOTHING: Destinations = { ...exampleDestinations, canMail: false };

let destinations: Destinations;
let links: LinkList;
let calls: { method: string; path: string; body: unknown }[] = [];

beforeEach(() => {
  destinations = exampleDestinations;
  links = { links: [], isAllowed: true, mostDays: 30, frameHosts: [] };
  calls = [];
  useToasts.setState({ toasts: [] });
  useSession.setState({ status: "signedIn", user: exampleUser }, true);
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const method = init.method ?? "GET";
    const at = String(path).replace(/^.*?api\//, "api/");
    if (method !== "GET")
      calls.push({ method, path: at, body: init.body ? JSON.parse(String(init.body)) : undefined });
    if (at === "api/v1/views") return Response.json({ views: [] });
    if (at === "api/v1/alerts")
      return Response.json(method === "GET" ? { ...exampleAlerts, destinations } : exampleAlert);
    if (at === "api/v1/account") return Response.json({ longestTokenDays: 365 });
    if (at === "api/v1/account/tables") return Response.json(MADE_ADDRESS);
    if (at === "api/v1/links") return Response.json(method === "GET" ? links : MADE);
    return Response.json(method === "GET" ? { reports: [], destinations } : exampleReport);
  });
});

const MADE_ADDRESS = {
  csv: "/api/v1/table/bond_secret/table.csv",
  json: "/api/v1/table/bond_secret/table.json",
  token: { id: 7, expiresAt: 1_800_000_000 },
} as MadeTableAddress;
const MADE = { path: "/shared#a-secret", link: { expiresAt: 1_800_000_000 } } as MadeLink;

afterEach(() => {
  act(stopAsking);
  vi.unstubAllGlobals();
});

/** The form over a screen that asks for it. */
async function show(asked: Asked) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () => {
    ask(asked);
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <AskedForm />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
}

const user = userEvent.setup();
const toasts = () => useToasts.getState().toasts.map(({ message, action }) => [message, action?.to]);
const asAdministrator = () =>
  useSession.setState({ status: "signedIn", user: { ...exampleUser, modules: ["ADMIN"] } }, true);

it("makes a report of the screen that the menu was opened on", async () => {
  await show({ kind: "report", draft: DRAFT });
  const dialog = await screen.findByRole("dialog", { name: "A report of Logins Breakdown" });
  const field = (name: string) => within(dialog).getByLabelText(name);
  expect(field("Send it")).toHaveTextContent(/^By email$/);
  expect(dialog).toHaveTextContent("Addresses of example.com");
  await user.selectOptions(field("How often"), "Every month");
  await user.clear(field("Day of the month"));
  await user.type(field("Day of the month"), "15");
  await user.type(field("Recipients"), "ann@example.com");
  await user.click(within(dialog).getByRole("button", { name: "Save the report" }));
  expect(calls).toEqual([
    {
      method: "POST",
      path: "api/v1/reports",
      body: {
        name: "Logins Breakdown",
        screen: DRAFT.screen,
        filters: '{"period":"THIS_YEAR"}',
        compared: ["LOGINS_TABLE"],
        every: "month",
        onDay: 15,
        recipients: ["ann@example.com"],
        format: "xlsx",
      },
    },
  ]);
  await waitFor(() => expect(toasts()).toEqual([["The report is saved.", "/reports"]]));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("makes an alert on the figure that was explained", async () => {
  await show({ kind: "alert", draft: ALERT });
  const dialog = await screen.findByRole("dialog", { name: "A new alert" });
  const field = (name: string) => within(dialog).getByLabelText(name);
  expect(field("Figure")).toHaveValue("logins.totalLogins");
  await user.selectOptions(field("When"), "weekday");
  await user.selectOptions(field("Changes"), "Only falls");
  await user.type(field("Percent"), "20");
  expect(field("Send to")).toHaveTextContent("On the pageBy email");
  expect(within(dialog).queryByLabelText("Recipients")).toBeNull();
  await user.selectOptions(field("Send to"), "By email");
  await user.type(field("Recipients"), "ann@example.com");
  await user.click(within(dialog).getByRole("button", { name: "Save the alert" }));
  expect(calls.map(({ body }) => body)).toEqual([
    {
      name: "Total Logins",
      metric: "logins.totalLogins",
      filters: '{"period":"THIS_YEAR"}',
      rule: "weekday",
      direction: "down",
      amount: 20,
      recipients: ["ann@example.com"],
    },
  ]);
  await waitFor(() =>
    expect(toasts()).toEqual([["The alert is saved. It is checked within a minute.", "/reports"]]),
  );
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("shows the address of a link, then leads to the list", async () => {
  await show(LINK);
  const dialog = await screen.findByRole("dialog", { name: "A link to Logins Breakdown" });
  await user.click(within(dialog).getByRole("button", { name: "Create link" }));
  const made = await screen.findByRole("dialog", { name: "Your link" });
  expect(within(made).getByLabelText("Address")).toHaveValue(`${window.location.origin}/shared#a-secret`);
  expect(toasts()).toEqual([]);
  await user.click(within(made).getByRole("button", { name: "Done" }));
  expect(toasts()).toEqual([["The link is created.", "/links"]]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("makes an address of the chosen table and shows it, then leads to the account", async () => {
  const params = { period: "LAST_FULL_MONTH" } as const;
  await show({
    kind: "table",
    draft: {
      screen: DRAFT.screen,
      title: DRAFT.title,
      tables: [
        { block: "LOGINS_BY_PERIOD", title: "Logins by Period", params, isCompared: false },
        {
          block: "LOGINS_TABLE",
          title: "Logins by Tier",
          params: { ...params, viewByH1: "TIER" },
          isCompared: true,
        },
      ],
    },
  });
  const dialog = await screen.findByRole("dialog", { name: "An address of Logins Breakdown" });
  const field = (name: string) => within(dialog).getByLabelText(name);
  expect(dialog).toHaveTextContent("The period moves along: Last full month.");
  await user.selectOptions(field("Table"), "Logins by Tier");
  await user.type(field("Only from these networks"), "10.1.0.0/16, 192.0.2.7");
  await user.click(within(dialog).getByRole("button", { name: "Create address" }));
  expect(calls).toEqual([
    {
      method: "POST",
      path: "api/v1/account/tables",
      body: {
        name: "Logins Breakdown",
        title: "Logins by Tier",
        screen: DRAFT.screen,
        block: "LOGINS_TABLE",
        filters: '{"period":"LAST_FULL_MONTH","viewByH1":"TIER"}',
        compared: true,
        days: 180,
        addresses: ["10.1.0.0/16", "192.0.2.7"],
      },
    },
  ]);
  const made = await screen.findByRole("dialog", { name: "Your address" });
  expect(within(made).getByLabelText("JSON, for Excel and Power BI")).toHaveValue(
    `${window.location.origin}${MADE_ADDRESS.json}`,
  );
  await user.click(within(made).getByRole("button", { name: "Done" }));
  expect(toasts()).toEqual([["The address is created.", "/account"]]);
});

it("says in place what would send a report, and shows an alert in the page without it", async () => {
  destinations = NOTHING;
  await show({ kind: "report", draft: DRAFT });
  const dialog = await screen.findByRole("dialog", { name: "A report of Logins Breakdown" });
  expect(dialog).toHaveTextContent(/By email: smtp_host.*folder of the server: reports_dir.*webhook_hosts/);
  expect(dialog).toHaveTextContent("Ask an administrator of Bond to set it up.");
  expect(within(dialog).queryByRole("link", { name: "Open the settings" })).toBeNull();
  expect(within(dialog).getByRole("link", { name: "How to set it up" })).toHaveAttribute(
    "href",
    "/help.html#setting-it-up",
  );
  await act(async () => ask({ kind: "alert", draft: ALERT }));
  const alert = await screen.findByRole("dialog", { name: "A new alert" });
  expect(within(alert).getByLabelText("Send to")).toHaveTextContent(/^On the page$/);
  expect(alert).not.toHaveTextContent("reports_dir");
});

it("leads administrators to the setting that allows links", async () => {
  asAdministrator();
  links = { ...links, isAllowed: false };
  await show(LINK);
  const dialog = await screen.findByRole("dialog", { name: "A link to Logins Breakdown" });
  expect(dialog).toHaveTextContent("Allow links: allow_links");
  expect(within(dialog).getByRole("link", { name: "Open the settings" })).toHaveAttribute(
    "href",
    "/admin/settings#allow_links",
  );
});
