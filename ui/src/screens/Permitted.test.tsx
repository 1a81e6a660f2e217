import { render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { ModuleCode } from "../api/generated/wire";
import { pathTo } from "../paths";
import { useSession } from "../session/store";
import { Permitted } from "./Permitted";

function Here() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

function open(path: string, modules: ModuleCode[]) {
  const user = { id: 1, firstName: "Ann", roleList: [], modules, schedule: false, preferences: {} };
  useSession.setState({ status: "signedIn", user }, true);
  const routes = ["executive-summary", "user-dashboard", "emails-dashboard"] as const;
  render(
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
    </MemoryRouter>,
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

  it("leads from the home screen to the first dashboard that is open, with its parameters", () => {
    open("/executive-summary?filters=x", ["EMAILS", "MEMBERS"]);
    expect(screen.getByText("at /user-dashboard?filters=x")).toBeDefined();
  });

  it("says so on the home screen where no dashboard is open", () => {
    open("/executive-summary", ["ADMIN"]);
    expect(screen.getByText("Not available to you")).toBeDefined();
  });
});
