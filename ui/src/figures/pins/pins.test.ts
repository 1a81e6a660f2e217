// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../api/client";
import { exampleUser } from "../../api/session/exampleUser";
import { useSession } from "../../api/session/store";
import { useToasts } from "../../kit/toasts";
import { FIRST_PINS, movedTo, pinOf, setPins } from "./pins";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", async (original) => ({ ...(await original()), call: called }));

const preferences = () => useSession.getState().user?.preferences;
const saved = () => called.mock.calls.map(([, , body]) => body.pinned);

beforeEach(() => {
  called.mockReset().mockResolvedValue(undefined);
  useSession.setState({ status: "signedIn", user: { ...exampleUser, preferences: { theme: "dark" } } }, true);
});
afterEach(() => vi.restoreAllMocks());

it("moves a card to a place and leaves the others in their order", () => {
  expect(movedTo(["a", "b", "c"], "c", 0)).toEqual(["c", "a", "b"]);
  expect(movedTo(["a", "b", "c"], "a", 2)).toEqual(["b", "c", "a"]);
});

it("names a card by its breakdown, else by its figure", () => {
  expect(pinOf("user-dashboard", { to: FIRST_PINS[1], headline: "x.y" })).toBe(FIRST_PINS[1]);
  expect(pinOf("user-dashboard", { headline: "satisfaction.percent" })).toBe(
    "user-dashboard/satisfaction.percent",
  );
  expect(pinOf("website-dashboard", {})).toBeUndefined();
});

it("shows a choice at once, saves one after the other with the other preferences, and takes it back", async () => {
  setPins(["a"]);
  setPins(["a", "b"]);
  expect(preferences()).toEqual({ theme: "dark", pinned: ["a", "b"] });
  await vi.waitFor(() => expect(saved().at(-1)).toEqual(["a", "b"]));
  setPins(undefined);
  expect(preferences()).toEqual({ theme: "dark" });
  await vi.waitFor(() => expect(called.mock.lastCall?.[2]).toEqual({ theme: "dark" }));
});

it("takes back what could not be saved, and says so", async () => {
  called.mockRejectedValueOnce(new ApiError(503, null));
  setPins(["a"]);
  await vi.waitFor(() => expect(preferences()).toEqual({ theme: "dark" }));
  expect(useToasts.getState().toasts[0]?.status).toBe("error");
});
