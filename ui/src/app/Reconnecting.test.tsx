import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Reconnecting } from "./Reconnecting";

afterEach(() => vi.unstubAllGlobals());

it("says so while the browser has no network", () => {
  let isOnline = true;
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Reconnecting />
    </QueryClientProvider>,
  );
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  const change = (event: "online" | "offline") => {
    isOnline = event === "online";
    act(() => void dispatchEvent(new Event(event)));
  };
  change("offline");
  expect(screen.getByRole("status")).toHaveTextContent("Reconnecting…");
  change("online");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
