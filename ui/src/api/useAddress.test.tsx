import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter, Router, useLocation, useNavigate } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { type Codec, useAddress } from "./useAddress";

/** A number from 1 to 9, which 1 need not be written. */
const DIGIT: Codec<number> = {
  read: (text) => (/^[1-9]$/.test(text) ? Number(text) : 1),
  write: (digit) => (digit === 1 ? "" : String(digit)),
};

function start(...addresses: string[]) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={addresses}>{children}</MemoryRouter>
  );
  const { result } = renderHook(
    () => ({ of: useAddress("digit", DIGIT), navigate: useNavigate(), location: useLocation() }),
    { wrapper },
  );
  return {
    value: () => result.current.of[0],
    address: () => result.current.location.pathname + result.current.location.search,
    change: (to: (before: number) => number, pauseMs?: number) =>
      act(() => result.current.of[1](to, pauseMs)),
    go: (to: string) => act(() => void result.current.navigate(to)),
    back: () => act(() => void result.current.navigate(-1)),
  };
}

it("reads its parameter, and the default where it cannot", () => {
  expect(start("/a?digit=7").value()).toBe(7);
  for (const address of ["/a", "/a?digit=", "/a?digit=70", "/a?digit=%E0"]) {
    const screen = start(address);
    expect(screen.value()).toBe(1);
    // What cannot be read stays until something is chosen.
    expect(screen.address()).toBe(address);
  }
});

it("changes only its parameter, and removes it for the default", () => {
  const screen = start("/a?x=y+z");
  screen.change((before) => before + 1);
  screen.change((before) => before + 1);
  expect(screen.value()).toBe(3);
  expect(screen.address()).toBe("/a?x=y+z&digit=3");
  screen.change(() => 1);
  expect(screen.address()).toBe("/a?x=y+z");
});

it("goes with Back to the page before, or to the same page as it was", () => {
  const screen = start("/first");
  screen.go("/a");
  screen.change(() => 4);
  screen.go("/a?x=y&digit=4");
  screen.change(() => 5);
  screen.back();
  expect([screen.address(), screen.value()]).toEqual(["/a?digit=4", 4]);
  screen.back();
  expect([screen.address(), screen.value()]).toEqual(["/first", 1]);
});

it("returns with Back to the default, although the last choice began there", () => {
  const screen = start("/a");
  screen.go("/a?x=y");
  screen.change(() => 5);
  screen.back();
  expect([screen.address(), screen.value()]).toEqual(["/a", 1]);
});

it("waits with the address while more is chosen, and gives up where the reader leaves", async () => {
  const screen = start("/a");
  screen.change(() => 2, 20);
  screen.change(() => 3, 20);
  expect([screen.address(), screen.value()]).toEqual(["/a", 3]);
  await waitFor(() => expect(screen.address()).toBe("/a?digit=3"));
  screen.change(() => 4, 20);
  screen.go("/b");
  await new Promise((done) => setTimeout(done, 40));
  expect([screen.address(), screen.value()]).toEqual(["/b", 1]);
});

it("keeps what waits when another parameter changes", async () => {
  const screen = start("/a");
  screen.change(() => 2, 20);
  screen.go("/a?x=y");
  expect(screen.value()).toBe(2);
  await waitFor(() => expect(screen.address()).toBe("/a?x=y&digit=2"));
});

it("shows what is chosen where the address cannot change", () => {
  const stay = () => undefined;
  const navigator = { createHref: () => "", go: stay, push: stay, replace: stay };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router location="/a?digit=2" navigator={navigator}>
      {children}
    </Router>
  );
  const { result } = renderHook(() => useAddress("digit", DIGIT), { wrapper });
  act(() => result.current[1](() => 3));
  act(() => result.current[1]((before) => before + 1));
  expect(result.current[0]).toBe(4);
});

it("keeps what is chosen while the page draws itself for an earlier choice", async () => {
  // As in a browser: React stops drawing for a press, and begins again.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const box = document.body.appendChild(document.createElement("div"));
  const press = () => box.querySelector("button")?.click();
  const drawn: string[] = [];
  function Digit() {
    const [digit, change] = useAddress("digit", DIGIT);
    return (
      <button type="button" onClick={() => change((before) => before + 1)}>
        {digit}
      </button>
    );
  }
  function Slow() {
    const { search } = useLocation();
    if (search !== "") for (const until = performance.now() + 10; performance.now() < until; );
    // The press comes after the part of the page that asks for the value, and before the rest.
    if (search === "?digit=2" && !drawn.includes(search)) setImmediate(press);
    drawn.push(search);
    return null;
  }
  const root = createRoot(box);
  root.render(
    <MemoryRouter>
      <Digit />
      {["a", "b", "c", "d"].map((name) => (
        <Slow key={name} />
      ))}
    </MemoryRouter>,
  );
  await vi.waitFor(() => expect(box.textContent).toBe("1"));
  press();
  await vi.waitFor(() => expect(drawn.at(-1)).toBe("?digit=3"));
  expect(box.textContent).toBe("3");
  root.unmount();
  vi.unstubAllGlobals();
});
