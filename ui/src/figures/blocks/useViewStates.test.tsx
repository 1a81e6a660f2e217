import { act, renderHook, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { MemoryRouter, parsePath, Router, useLocation, useNavigate } from "react-router-dom";
import { expect, it } from "vitest";
import type { BlockDeclaration, ListBlock } from "./declaration";
import { useViewStates } from "./useViewStates";

const line: BlockDeclaration = { kind: "line", id: "logins", block: "B", title: "Logins" };
const list: ListBlock = {
  kind: "list",
  id: "offers",
  block: "B",
  title: "Offers",
  first: { field: "name", label: "Offer" },
  columns: [],
  sort: { column: "name", descending: false },
  search: "Type to search",
  items: "offer",
};
const pie = (id: string): BlockDeclaration => ({
  kind: "pie",
  id,
  block: "B",
  title: id,
  of: "visits",
  items: "source",
});
const BLOCKS = [line, list, pie("share"), pie("bars")];

function start(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={["/first", address]} initialIndex={1}>
      {children}
    </MemoryRouter>
  );
  const hook = renderHook(
    () => ({ views: useViewStates(BLOCKS), navigate: useNavigate(), search: useLocation().search }),
    { wrapper },
  );
  const of = (id: string) => hook.result.current.views.find(({ declaration }) => declaration.id === id);
  return {
    address: () => decodeURIComponent(hook.result.current.search),
    line: () => of("logins")?.choice,
    list: () => of("offers")?.choice,
    choose: (id: string, change: object) => act(() => of(id)?.onChoose(change)),
    go: (to: string) => act(() => void hook.result.current.navigate(to)),
    back: () => act(() => void hook.result.current.navigate(-1)),
    path: () => hook.result.current,
  };
}

it("a choice is shown at once and added to the other parameters of the address", () => {
  const screen = start("/logins?filters=x&poll=2");
  screen.choose("logins", { timeScale: "BY_YEARS" });
  expect(screen.line()?.timeScale).toBe("BY_YEARS");
  expect(screen.address()).toBe("?filters=x&poll=2&view=logins.years");
  screen.choose("logins", { timeScale: "BY_MONTHS" });
  expect(screen.address()).toBe("?filters=x&poll=2");
});

it("the choices of an address are shown, and then those of another address", () => {
  const screen = start("/logins?view=logins.quarters*offers.all");
  expect(screen.line()?.timeScale).toBe("BY_QUARTERS");
  expect(screen.list()?.isWhole).toBe(true);
  screen.go("/logins?view=logins.years");
  expect(screen.line()?.timeScale).toBe("BY_YEARS");
  expect(screen.list()?.isWhole).toBe(false);
  expect(screen.address()).toBe("?view=logins.years");
  screen.go("/logins");
  expect(screen.line()?.timeScale).toBe("BY_MONTHS");
});

it("showing all again shows all wherever only that one was shown", () => {
  const screen = start("/source?view=share.only-Direct*bars.only-Direct*offers.only-Gym");
  screen.choose("share", { only: "" });
  expect(screen.address()).toBe("?view=offers.only-Gym");
});

it("a search is added to the address when typing pauses, in the same history entry", async () => {
  const screen = start("/logins");
  for (const search of ["g", "gy", "gym"]) screen.choose("offers", { search });
  expect(screen.list()?.search).toBe("gym");
  expect(screen.address()).toBe("");
  await waitFor(() => expect(screen.address()).toBe("?view=offers.find-gym"));
  screen.back();
  expect(screen.address()).toBe("");
  expect(screen.list()?.search).toBe("");
});

it("another choice includes a search that is still pending", () => {
  const screen = start("/logins");
  screen.choose("offers", { search: "gym" });
  screen.choose("logins", { timeScale: "BY_YEARS" });
  expect(screen.line()?.timeScale).toBe("BY_YEARS");
  return waitFor(() => expect(screen.address()).toBe("?view=logins.years*offers.find-gym"));
});

/** A router whose location changes when `arrive` is called, as a busy page's does some time after a call to navigate. */
function startSlow() {
  const waiting: string[] = [];
  let arrive: () => void = () => undefined;
  const navigator = {
    createHref: () => "",
    go: () => undefined,
    push: () => undefined,
    replace: (to: unknown) => void waiting.push((to as { search: string }).search),
  };
  function Slow({ children }: { children: ReactNode }) {
    const [location, setLocation] = useState({ ...parsePath("/logins"), key: "0" });
    arrive = () =>
      setLocation({ pathname: "/logins", search: waiting.shift() ?? "", key: `${Math.random()}` });
    return (
      <Router location={location} navigator={navigator}>
        {children}
      </Router>
    );
  }
  const hook = renderHook(() => ({ views: useViewStates(BLOCKS), search: useLocation().search }), {
    wrapper: Slow,
  });
  const of = (id: string) => hook.result.current.views.find(({ declaration }) => declaration.id === id);
  return {
    line: () => of("logins")?.choice,
    address: () => hook.result.current.search,
    choose: (id: string, change: object) => act(() => of(id)?.onChoose(change)),
    arrive: () => act(() => arrive()),
  };
}

it("a choice made while an earlier one is on its way to the address is not lost", () => {
  const screen = startSlow();
  screen.choose("logins", { timeScale: "BY_YEARS" });
  screen.choose("logins", { asTable: true });
  screen.arrive();
  expect(screen.address()).toBe("?view=logins.years");
  expect(screen.line()).toMatchObject({ timeScale: "BY_YEARS", asTable: true });
  screen.arrive();
  expect(screen.address()).toBe("?view=logins.years.table");
  expect(screen.line()).toMatchObject({ timeScale: "BY_YEARS", asTable: true });
});

it("an invalid address is left unchanged", () => {
  const screen = start("/logins?view=nothing.at*all");
  expect(screen.line()?.timeScale).toBe("BY_MONTHS");
  expect(screen.address()).toBe("?view=nothing.at*all");
});
