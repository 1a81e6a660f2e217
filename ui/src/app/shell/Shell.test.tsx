import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useNavigate } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pathTo } from "../../api/paths";
import { createQueryClient } from "../../api/query";
import { exampleUser } from "../../api/session/exampleUser";
import { useSession } from "../../api/session/store";
import { Shell } from "./Shell";

const PROGRAM = {
  today: "2026-03-15",
  through: "2026-03-14",
  dataUntil: "2026-03-14",
  isEmpty: false,
  lateTables: [],
  modules: ["MEMBERS"],
};

let isBroken = true;
function Page() {
  if (isBroken) throw new TypeError("broken");
  return <p>The page</p>;
}

let go: (path: string) => void;
function Going() {
  go = useNavigate();
  return null;
}

beforeEach(async () => {
  isBroken = true;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(PROGRAM))),
  );
  useSession.setState({ status: "signedIn", user: { ...exampleUser, modules: ["MEMBERS"] } }, true);
  const path = pathTo("user-dashboard");
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[path]}>
          <Going />
          <Routes>
            <Route element={<Shell />}>
              <Route path={path} element={<Page />} />
              <Route path="*" element={<p>Another page</p>} />
            </Route>
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

it("stays when a page cannot be drawn, which can be tried again", () => {
  expect(screen.getByRole("main")).toHaveTextContent("This page could not be shown");
  expect(screen.getByRole("complementary")).toContainElement(screen.getByRole("navigation"));
  isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByRole("main")).toHaveTextContent("The page");
});

it("shows another page after one that cannot be drawn", async () => {
  await act(async () => go(pathTo("reports")));
  expect(screen.getByRole("main")).toHaveTextContent("Another page");
  expect(screen.queryByRole("alert")).toBeNull();
});
