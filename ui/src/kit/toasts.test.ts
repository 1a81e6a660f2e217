import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { activateToast, dismissToast, holdToast, notify, releaseToast, useToasts } from "./toasts";

const toasts = () => useToasts.getState().toasts;

/** Shows a toast and acts as the host once it is on the page. */
function show(message: string) {
  notify({ status: "info", message });
  const id = toasts()[0]?.id ?? -1;
  activateToast(id);
  return id;
}

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe("notify", () => {
  it("goes from inactive to active to removed, and then disappears", () => {
    notify({ status: "error", message: "No.", additional: ["One", "Two"] });
    expect(toasts()).toMatchObject([
      { state: "inactive", title: "One\nTwo", message: "No.", status: "error" },
    ]);
    activateToast(toasts()[0]?.id ?? -1);
    expect(toasts()[0]?.state).toBe("active");
    vi.advanceTimersByTime(4999);
    expect(toasts()[0]?.state).toBe("active");
    vi.advanceTimersByTime(1);
    expect(toasts()[0]?.state).toBe("removed");
    vi.advanceTimersByTime(300);
    expect(toasts()).toHaveLength(0);
  });

  it("removes the earlier ones and puts the newest on top", () => {
    show("first");
    notify({ status: "success", message: "second" });
    expect(toasts().map(({ message, state }) => [message, state])).toEqual([
      ["second", "inactive"],
      ["first", "removed"],
    ]);
    vi.advanceTimersByTime(300);
    expect(toasts().map(({ message }) => message)).toEqual(["second"]);
  });

  it("shows a repeated message again", () => {
    show("same");
    show("same");
    expect(toasts()).toHaveLength(2);
  });

  it("runs the callback for each status", () => {
    const callbacks = { onDone: vi.fn(), onError: vi.fn() };
    notify({ status: "error", message: "" }, callbacks);
    expect(callbacks.onError).toHaveBeenCalledTimes(1);
    expect(callbacks.onDone).not.toHaveBeenCalled();
    notify({ status: "warning", message: "" }, callbacks);
    expect(callbacks.onDone).toHaveBeenCalledTimes(1);
  });
});

describe("a toast being read", () => {
  it("stays while the pointer is on it, and for another second", () => {
    const id = show("read me");
    vi.advanceTimersByTime(4000);
    holdToast(id);
    vi.advanceTimersByTime(60_000);
    expect(toasts()[0]?.state).toBe("active");
    releaseToast(id);
    vi.advanceTimersByTime(999);
    expect(toasts()[0]?.state).toBe("active");
    vi.advanceTimersByTime(1);
    expect(toasts()[0]?.state).toBe("removed");
  });

  it("is removed once when dismissed", () => {
    const id = show("bye");
    dismissToast(id);
    dismissToast(id);
    releaseToast(id);
    vi.advanceTimersByTime(300);
    expect(toasts()).toHaveLength(0);
  });
});
