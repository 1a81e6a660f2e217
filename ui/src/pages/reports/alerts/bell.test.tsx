import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSession } from "../../../api/session";
import { exampleUser } from "../../../api/session/exampleUser";
import { stopAsking, useAsked } from "../../../figures/exports/handoff";
import type { ActiveAlert, Notice } from "../../../generated/wire";
import Bell from "./Bell";

const FALL: ActiveAlert = {
  id: 1,
  name: "Logins fall",
  metric: "logins.totalLogins",
  label: "Total Logins",
  found: "Total Logins is 90 (Jan 1 to Mar 10, 2025).",
  begunAt: 1_741_600_000,
  day: "2025-03-10",
  explanation: "explain/logins.totalLogins?filters=%7B%7D",
};
const LATE: ActiveAlert = {
  ...FALL,
  id: 2,
  name: "Late",
  found: "Late: logins.",
  begunAt: FALL.begunAt - 100,
  explanation: null,
};

let alerts: ActiveAlert[];
let notices: Notice[];
let saved: unknown[];

beforeEach(() => {
  alerts = [FALL, LATE];
  saved = [];
  useSession.setState(
    {
      status: "signedIn",
      user: { ...exampleUser, modules: ["EXPORT"], preferences: { alertsSeenAt: LATE.begunAt } },
    },
    true,
  );
  notices = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const dismissed = /notices\/(.*)\/dismissed$/.exec(String(path))?.[1];
    if (dismissed) {
      notices = notices.filter(({ condition }) => condition !== decodeURIComponent(dismissed));
      return new Response(null, { status: 204 });
    }
    if (String(path).endsWith("admin/notices")) return Response.json({ notices });
    if (init.method === "PUT") {
      saved.push(JSON.parse(String(init.body)));
      return Response.json({});
    }
    return Response.json({ alerts });
  });
});

afterEach(() => {
  act(stopAsking);
  vi.unstubAllGlobals();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

async function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Bell />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
}

const user = userEvent.setup();

it("counts the alerts that began since it was last opened, and lists those that hold", async () => {
  await show();
  const bell = await screen.findByRole("button", { name: "Alerts: 2 active, 1 new" });
  expect(bell).toHaveTextContent(/^1$/);
  await user.click(bell);
  const layer = screen.getByRole("dialog", { name: "Active alerts" });
  const [fall, late] = within(layer).getAllByRole("listitem");
  expect(fall).toHaveTextContent(/^Logins fall newTotal Logins is 90 .*since .*2025/);
  expect(late).not.toHaveTextContent("new");
  expect(within(late as HTMLElement).queryByRole("link")).toBeNull();
  await waitFor(() => expect(saved).toEqual([{ alertsSeenAt: FALL.begunAt }]));
  expect(bell).toHaveAccessibleName("Alerts: 2 active");
  expect(bell).toHaveTextContent(/^$/);
  await user.click(within(layer).getByRole("link", { name: "Logins fall" }));
  expect(screen.getByRole("status")).toHaveTextContent(`/${FALL.explanation}`);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(bell);
  expect(screen.getByRole("dialog")).not.toHaveTextContent("new");
  expect(saved).toHaveLength(1);
});

it("says that none is active, and leads to the form of one", async () => {
  alerts = [];
  await show();
  await user.click(await screen.findByRole("button", { name: "Alerts: none active" }));
  const layer = screen.getByRole("dialog", { name: "Active alerts" });
  expect(layer).toHaveTextContent("No alert is active.");
  await user.click(within(layer).getByRole("button", { name: "Alert me…" }));
  expect(useAsked.getState().asked).toEqual({ kind: "alert", draft: null });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(saved).toEqual([]);
});

it("shows administrators what needs them, with what to do and where, until they dismiss it", async () => {
  const signIn = {
    condition: "sign-ins",
    text: "Many passwords.",
    todo: "See the log.",
    since: FALL.begunAt,
  };
  useSession.setState({ user: { ...exampleUser, modules: ["ADMIN"] } });
  notices = [{ ...signIn, route: "admin/audit" }];
  await show();
  const bell = await screen.findByRole("button", { name: "Alerts: 1 active, 1 new" });
  await user.click(bell);
  const layer = screen.getByRole("dialog");
  expect(within(layer).queryByText("No alert is active.")).toBeNull();
  const item = within(layer).getByRole("listitem");
  expect(item).toHaveTextContent(/^Many passwords\. newSee the log\.since .*2025/);
  expect(within(item).getByRole("link")).toHaveAttribute("href", "/admin/audit");
  await waitFor(() => expect(saved).toEqual([{ alertsSeenAt: FALL.begunAt }]));
  await user.click(within(item).getByRole("button", { name: "Dismiss: Many passwords." }));
  await waitFor(() => expect(within(layer).queryByRole("listitem")).toBeNull());
  expect(layer).toHaveTextContent("No alert is active.");
});
