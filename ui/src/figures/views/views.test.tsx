import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "../../api/session";
import { exampleUser } from "../../api/session/exampleUser";
import type { ModuleCode, NewView, ViewAnswer } from "../../generated/wire";
import { useToasts } from "../../kit/toasts";
import ViewsMenu from "./ViewsMenu";

const GROUPS = [{ id: 1, name: "Gold", type: "TIER" }];

function saved(more: Partial<ViewAnswer>): ViewAnswer {
  return {
    id: 1,
    name: "Gold",
    screen: "user-dashboard",
    filters: '{"period":"LAST_30DAYS","userGroupsTiersAll":false,"userGroupTiers":[1]}',
    blocks: "",
    shared: false,
    login: "ann",
    isOwn: true,
    isFirst: false,
    ...more,
  };
}

let views: ViewAnswer[] = [];
let calls: { method: string; path: string; body: unknown }[] = [];

beforeEach(() => {
  views = [saved({})];
  calls = [];
  useToasts.setState({ toasts: [] });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const method = init.method ?? "GET";
    const body: unknown = init.body ? JSON.parse(String(init.body)) : undefined;
    const at = String(path).replace(/^.*?api\//, "api/");
    if (method !== "GET") calls.push({ method, path: at, body });
    if (method === "POST" && at === "api/v1/views") {
      views.push(saved({ ...(body as NewView), id: 9 }));
      return Response.json(views.at(-1));
    }
    if (method === "PUT" && at.endsWith("/views/1")) {
      views = [saved({ ...(body as NewView) })];
      return Response.json(views[0]);
    }
    if (method === "DELETE" && at.endsWith("/views/1")) views = [];
    if (method !== "GET") return new Response(null, { status: 204 });
    if (at === "api/v1/views") return Response.json({ views });
    return Response.json(useSession.getState().user);
  });
});

afterEach(() => vi.unstubAllGlobals());

let address = "";
function Address() {
  const { pathname, search } = useLocation();
  useLayoutEffect(() => {
    address = pathname + search;
  });
  return null;
}

async function show(path: string, modules: ModuleCode[] = ["MEMBERS"], editable = true) {
  const permissions = modules.map((code) => ({ module: { code }, editable }));
  const roleList = [{ name: "A", permissions, groups: [], withoutMembers: false }] as never;
  useSession.setState({ status: "signedIn", user: { ...exampleUser, modules, roleList } }, true);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(["api/v1/program"], { today: "2026-11-20", through: null, firstDay: null });
  client.setQueryData(["api/v1/dashboard/users/userGroups"], GROUPS);
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <ViewsMenu />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
}

const user = userEvent.setup();
const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
const messages = () => useToasts.getState().toasts.map(({ message }) => message);
const params = () => new URLSearchParams(address.split("?")[1]);

describe("the menu of views", () => {
  it("asks for the views when it is opened, and each opens what it saved", async () => {
    await show("/user-dashboard");
    await press("Views");
    const link = await screen.findByRole("link", { name: /^Gold/ });
    expect(link).toHaveTextContent("Member Dashboard · private");
    await user.click(link);
    expect(params().get("filters")).toContain("LAST_30DAYS");
    expect(await screen.findByRole("button", { name: "Views: Gold" })).toBeVisible();
    expect(messages()).toEqual([]);
  });

  it("saves what is shown, and the address names it", async () => {
    await show('/user-dashboard/logins-breakdown?filters={"period":"LAST_7DAYS"}&view=LOGINS.quarters');
    await press("Views");
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "Last week");
    await user.click(screen.getByRole("checkbox", { name: /^Share with everybody/ }));
    await press("Save");
    await waitFor(() => expect(params().get("saved")).toBe("9"));
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
    expect(calls[0]).toEqual({
      method: "POST",
      path: "api/v1/views",
      body: {
        name: "Last week",
        screen: "user-dashboard/logins-breakdown",
        filters: '{"period":"LAST_7DAYS"}',
        blocks: "LOGINS.quarters",
        shared: true,
      },
    });
    expect(params().get("view")).toBe("LOGINS.quarters");
  });

  it("offers no sharing to whom no role lets change the module", async () => {
    await show("/user-dashboard", ["MEMBERS"], false);
    await press("Views");
    await press("Actions for Gold");
    expect(screen.queryByRole("checkbox", { name: /^Share/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
    expect(screen.getByRole("button", { name: "Delete" })).toBeVisible();
  });

  it("renames, replaces and deletes after a question", async () => {
    await show("/user-dashboard");
    await press("Views");
    await screen.findByRole("link", { name: /^Gold/ });
    await press("Actions for Gold");
    await press("Rename");
    const row = screen.getByRole("group", { name: "Actions for Gold" });
    await user.clear(within(row).getByRole("textbox", { name: "Name" }));
    await user.type(within(row).getByRole("textbox", { name: "Name" }), "Silver");
    await user.click(within(row).getByRole("button", { name: "Save" }));
    await screen.findByRole("link", { name: /^Silver/ });
    expect(calls[0]).toMatchObject({ method: "PUT", body: { name: "Silver", screen: "user-dashboard" } });
    await press("Actions for Silver");
    await press("Replace with what is shown");
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]).toMatchObject({ body: { name: "Silver", filters: '{"period":"THIS_YEAR"}' } });
    await press("Actions for Silver");
    await press("Delete");
    expect(screen.getByText("Delete “Silver”?")).toBeVisible();
    await press("Delete");
    await screen.findByText(/^No views yet/);
    expect(calls[2]).toMatchObject({ method: "DELETE", path: "api/v1/views/1" });
  });

  it("makes a view the one that opens after signing in", async () => {
    await show("/user-dashboard");
    await press("Views");
    await screen.findByRole("link", { name: /^Gold/ });
    await press("Actions for Gold");
    await press("Open after signing in");
    await waitFor(() => expect(calls[0]).toMatchObject({ method: "PUT", path: "api/v1/views/1/first" }));
    expect(messages()).toEqual(["“Gold” opens after you sign in."]);
  });

  it("opens no view whose screen is closed", async () => {
    views = [saved({ screen: "offers-dashboard" })];
    await show("/user-dashboard");
    await press("Views");
    expect(await screen.findByText(/not available to you/)).toBeVisible();
    expect(screen.queryByRole("link", { name: /^Gold/ })).toBeNull();
  });

  it("can be searched where there are many", async () => {
    views = Array.from({ length: 8 }, (_, at) => saved({ id: at + 1, name: `View ${at + 1}` }));
    await show("/user-dashboard");
    await press("Views");
    await user.type(await screen.findByRole("searchbox"), "7");
    expect(screen.getAllByRole("link")).toHaveLength(1);
  });

  it("is nowhere but on screens with filters", async () => {
    await show("/account");
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("a view that was opened", () => {
  it("shows what is left and says what is not", async () => {
    views = [saved({ filters: '{"userGroupsTiersAll":false,"userGroupTiers":[1,8]}' })];
    await show('/user-dashboard?saved=1&filters={"userGroupsTiersAll":false,"userGroupTiers":[1,8]}');
    await waitFor(() =>
      expect(messages()).toEqual(["“Gold” includes 1 group not available to you. The rest is shown."]),
    );
    await waitFor(() =>
      expect(JSON.parse(params().get("filters") ?? "")).toMatchObject({ userGroupTiers: [1] }),
    );
    expect(await screen.findByRole("button", { name: "Views: Gold (changed)" })).toBeVisible();
  });

  it("says that its screen is gone", async () => {
    views = [saved({ screen: "user-dashboard/gone-breakdown", filters: "{}" })];
    await show("/user-dashboard?saved=1&filters={}");
    await waitFor(() =>
      expect(messages()).toEqual(["The screen of “Gold” is not available. This one is shown instead."]),
    );
  });
});
