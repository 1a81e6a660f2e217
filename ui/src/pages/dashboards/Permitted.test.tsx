import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { pathTo, titles } from "../../api/paths";
import { exampleUser } from "../../api/session/exampleUser";
import { useSession } from "../../api/session/store";
import type { ModuleCode } from "../../generated/wire";
import { Permitted } from "./Permitted";

function Here() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

const EVERY: readonly ModuleCode[] = ["MONITOR", "MEMBERS", "EMAILS", "CONTENT"];

function open(path: string, modules: ModuleCode[], used = EVERY) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["api/v1/program"], { modules: used });
  const user = { id: 1, firstName: "Ann", roleList: [], modules, schedule: false, preferences: {} };
  useSession.setState({ status: "signedIn", user }, true);
  const routes = [
    "executive-summary",
    "user-dashboard",
    "emails-dashboard",
    "emails-dashboard/screens",
    "content-elements",
  ] as const;
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          {routes.map((route) => (
            <Route
              key={route}
              path={pathTo(route)}
              element={
                <Permitted route={route}>
                  <Here />
                </Permitted>
              }
            />
          ))}
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

describe("a screen behind a module", () => {
  it("is drawn with the permission", () => {
    open("/user-dashboard", ["MEMBERS"]);
    expect(screen.getByText("at /user-dashboard")).toBeDefined();
  });

  it("says that it is not open without one", () => {
    open("/user-dashboard", ["EMAILS"]);
    expect(screen.getByText("Not available to you")).toBeDefined();
    expect(screen.getByRole("heading", { name: "Member Dashboard" })).toBeDefined();
  });

  it("says that the program does not use it, by the name of its dashboard", () => {
    open("/emails-dashboard/screens", ["MONITOR"], ["MONITOR"]);
    expect(screen.getByText("Not part of this program")).toBeDefined();
    expect(screen.getByText(/^This program does not use the Emails Dashboard\./)).toBeDefined();
    expect(screen.getByRole("heading", { name: "Email Screens" })).toBeDefined();
    expect(screen.queryByText("Not available to you")).toBeNull();
  });

  it("belongs to a dashboard also where its address does not say so", () => {
    open("/content-elements", [], ["MONITOR"]);
    expect(screen.getByText(/^This program does not use the Content Dashboard\./)).toBeDefined();
  });

  it("leads from the home screen to the first dashboard that is open, with its parameters", () => {
    open("/executive-summary?filters=x", ["EMAILS", "MEMBERS"]);
    expect(screen.getByText("at /user-dashboard?filters=x")).toBeDefined();
  });

  it("says so on the home screen where no dashboard is open", () => {
    open("/executive-summary", ["ADMIN"]);
    expect(screen.getByText("Not available to you")).toBeDefined();
  });
});

describe("a page beside the screens", () => {
  const open = (page: "reports" | "links", modules: ModuleCode[]) => {
    useSession.setState({ status: "signedIn", user: { ...exampleUser, modules } }, true);
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
        <MemoryRouter>
          <Permitted route={page}>
            <p>The page</p>
          </Permitted>
        </MemoryRouter>
      </QueryClientProvider>,
    );
  };

  it.each([
    ["reports", "EXPORT"],
    ["links", "EXPORT"],
    ["links", "ADMIN"],
  ] as const)("%s is open with %s", (page, module) => {
    open(page, [module]);
    expect(screen.getByText("The page")).toBeDefined();
  });

  it.each([
    ["reports", "ADMIN"],
    ["links", "MEMBERS"],
  ] as const)("%s says that it is not open, instead of asking the server", (page, module) => {
    open(page, [module]);
    expect(screen.queryByText("The page")).toBeNull();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(titles[page]);
  });
});
