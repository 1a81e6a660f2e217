import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CrashBoundary } from "./CrashBoundary";
import { ErrorState } from "./ErrorState";
import { lazyComponent } from "./lazy";

const fetchMock = vi.fn<typeof fetch>();
const reload = vi.fn();
const page = (script: string) =>
  new Response(
    `<!doctype html><script src="/assets/early.js"></script><script type="module" src="${script}"></script>`,
  );

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  reload.mockReset();
  vi.spyOn(location, "reload").mockImplementation(reload);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const script = document.createElement("script");
  script.setAttribute("src", "/assets/main-1.js");
  vi.spyOn(document, "querySelector").mockReturnValue(script);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** A part of the page that cannot be loaded, so many times. */
function partThatFails(times: number) {
  let left = times;
  return lazyComponent(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: () => <p>The page</p> };
  });
}

const draw = (Part: ReturnType<typeof partThatFails>, path = "/a") => (
  <CrashBoundary of={path} failed={(retry) => <ErrorState title="Not shown" onRetry={retry} />}>
    <Suspense>{path === "/a" ? <Part /> : <p>Another page</p>}</Suspense>
  </CrashBoundary>
);

/** Draws it, and waits for what is loaded. */
const drawn = (Part: ReturnType<typeof partThatFails>) => act(async () => render(draw(Part)));

describe("a part of the page that cannot be loaded", () => {
  it("reloads a tab that was opened before an upgrade, once", async () => {
    fetchMock.mockImplementation(async () => page("/assets/main-2.js"));
    for (let round = 0; round < 2; round++) {
      const { unmount } = await drawn(partThatFails(9));
      await screen.findByRole("alert");
      await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(round + 1));
      await act(async () => {});
      unmount();
    }
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it.each([
    ["the server has the same page", async () => page("/assets/main-1.js")],
    ["the server does not answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["something else answers", async () => new Response("Bad gateway", { status: 502 })],
  ])("reloads nothing where %s", async (_, answer) => {
    fetchMock.mockImplementation(answer);
    await drawn(partThatFails(9));
    expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
    await vi.waitFor(() => expect(fetchMock).toHaveBeenCalled());
    await act(async () => {});
    expect(reload).not.toHaveBeenCalled();
  });

  it("is left by another path, and loads again when it is opened again", async () => {
    fetchMock.mockImplementation(async () => page("/assets/main-1.js"));
    const Part = partThatFails(1);
    const { rerender } = await drawn(Part);
    await screen.findByRole("alert");
    rerender(draw(Part, "/b"));
    expect(screen.getByText("Another page")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).toBeNull();
    await act(async () => rerender(draw(Part)));
    expect(await screen.findByText("The page")).toBeInTheDocument();
  });

  it("is loaded again by another try, and fails again where it is gone", async () => {
    fetchMock.mockImplementation(async () => page("/assets/main-1.js"));
    await drawn(partThatFails(2));
    for (let round = 0; round < 2; round++)
      await act(async () => (await screen.findByRole("button", { name: "Try again" })).click());
    expect(await screen.findByText("The page")).toBeInTheDocument();
  });
});
