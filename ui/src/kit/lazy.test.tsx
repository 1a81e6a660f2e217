import { act, render, screen } from "@testing-library/react";
import { Component, type ReactNode, Suspense, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { lazyComponent, preloadable } from "./lazy";

/** Loads a part, but not the first time. */
const offlineAtFirst = () =>
  vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValue({ default: () => "part" });

describe("a part that loads later", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it("is waited for once: where it is loaded, nothing stands for it", async () => {
    let resolve: (part: { default: () => ReactNode }) => void = () => undefined;
    const Part = lazyComponent<object>(() => new Promise((found) => (resolve = found)));
    const place = (
      <Suspense fallback={<p>waiting</p>}>
        <Part />
      </Suspense>
    );
    const first = await act(async () => render(place));
    expect(screen.getByText("waiting")).toBeInTheDocument();
    await act(async () => resolve({ default: () => <p>part</p> }));
    expect(screen.getByText("part")).toBeInTheDocument();
    first.unmount();
    render(place);
    expect(screen.queryByText("waiting")).not.toBeInTheDocument();
    expect(screen.getByText("part")).toBeInTheDocument();
  });

  it("can be loaded in advance, also after a failure", async () => {
    const load = offlineAtFirst();
    const Part = lazyComponent(load);
    await expect(Part.load()).rejects.toThrow("offline");
    await Part.load();
    render(<Part />);
    expect(screen.getByText("part")).toBeInTheDocument();
    await Part.load();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("is not confused with another one that the same component waits for", async () => {
    const name = preloadable(async () => ({ name: "Ada" }));
    const town = preloadable(async () => ({ town: "Paris" }));
    function Both() {
      const known = { ...name.use(), ...town.use() };
      return <p>{`${known.name} of ${known.town}`}</p>;
    }
    const onRecoverableError = vi.fn<(error: unknown) => void>();
    // Not in act, which renders in one task: the first part loads between two tasks of a render.
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
    const root = createRoot(document.body.appendChild(document.createElement("div")), { onRecoverableError });
    // As a link does: React then repeats what waited instead of drawing what stands for it.
    startTransition(() =>
      root.render(
        <Suspense fallback={<p>waiting</p>}>
          <Both />
        </Suspense>,
      ),
    );
    await vi.waitFor(() => expect(screen.getByText("Ada of Paris")).toBeInTheDocument());
    root.unmount();
    expect(onRecoverableError).not.toHaveBeenCalled();
  });

  it("fails where it is drawn if it cannot be loaded, and is not loaded again and again", async () => {
    const load = offlineAtFirst();
    const Part = lazyComponent(load);
    class Boundary extends Component<{ children: ReactNode }> {
      override state = { failed: "" };
      static getDerivedStateFromError(error: Error) {
        return { failed: error.message };
      }
      override render() {
        return this.state.failed || this.props.children;
      }
    }
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await act(async () => {
      render(
        <Boundary>
          <Suspense fallback="waiting">
            <Part />
          </Suspense>
        </Boundary>,
      );
    });
    expect(screen.getByText("offline")).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(1);
  });
});
