// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { currentTheme, THEME_KEY } from "./choice";
import { chooseTheme, startTheme, usePrinting, useTheme } from "./useTheme";

function system(dark: boolean) {
  const list = Object.assign(new EventTarget(), { matches: dark });
  vi.stubGlobal("matchMedia", () => list);
  return (next: boolean) => {
    list.matches = next;
    list.dispatchEvent(new Event("change"));
  };
}

describe("the theme", () => {
  it("follows the system until the user chooses one, and remembers the choice", () => {
    const change = system(true);
    startTheme();
    const { result } = renderHook(useTheme);
    expect(result.current.theme).toBe("dark");
    expect(document.documentElement.dataset.theme).toBe("dark");
    act(() => change(false));
    expect(result.current.theme).toBe("light");
    act(() => result.current.toggle());
    expect(result.current.theme).toBe("dark");
    expect(localStorage.getItem(THEME_KEY)).toBe("dark");
    act(() => change(false));
    expect(document.documentElement.dataset.theme).toBe("dark");
    vi.unstubAllGlobals();
  });

  it("follows the system again when that is chosen", () => {
    const change = system(false);
    startTheme();
    const { result } = renderHook(useTheme);
    act(() => chooseTheme("dark"));
    expect([result.current.theme, localStorage.getItem(THEME_KEY)]).toEqual(["dark", "dark"]);
    act(() => chooseTheme("system"));
    expect([result.current.theme, localStorage.getItem(THEME_KEY)]).toEqual(["light", null]);
    act(() => change(true));
    expect(result.current.theme).toBe("dark");
    vi.unstubAllGlobals();
  });

  it("is the light one while the page is printed", () => {
    system(true);
    startTheme();
    const { result } = renderHook(() => ({ ...useTheme(), printing: usePrinting() }));
    // The browser prints the state left by the handler and ignores later changes.
    act(() => {
      dispatchEvent(new Event("beforeprint"));
    });
    expect(result.current).toMatchObject({ theme: "light", printing: true });
    expect(document.documentElement.dataset.theme).toBe("light");
    act(() => {
      dispatchEvent(new Event("afterprint"));
    });
    expect(result.current).toMatchObject({ theme: "dark", printing: false });
    expect(localStorage.getItem(THEME_KEY)).toBeNull();
    vi.unstubAllGlobals();
  });

  it("ignores invalid values in storage", () => {
    system(false);
    localStorage.setItem(THEME_KEY, "purple");
    expect(currentTheme()).toBe("light");
    vi.unstubAllGlobals();
  });
});
