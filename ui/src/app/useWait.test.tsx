import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Reconnecting } from "./Reconnecting";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Figures({ until }: { readonly until: Promise<string> }) {
  useQuery({ queryKey: ["api/v1/figures"], queryFn: () => until });
  return <Reconnecting />;
}

async function seconds(number: number) {
  await act(() => vi.advanceTimersByTimeAsync(number * 1000));
  // The body of an answer is read without timers.
  await act(() => vi.advanceTimersByTimeAsync(1));
}

it("says how long figures take that are late because many people ask, until they come", async () => {
  let answers = { seconds: 11 };
  const asked = vi.fn(async () => Response.json(answers));
  vi.stubGlobal("fetch", asked);
  let come: (figures: string) => void = () => undefined;
  const figures = new Promise<string>((resolve) => {
    come = resolve;
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Figures until={figures} />
    </QueryClientProvider>,
  );
  await seconds(3.9);
  expect(asked, "most figures come at once").not.toHaveBeenCalled();
  await seconds(1);
  const line = screen.getByRole("status");
  expect(line).toHaveTextContent("The server is busy. The figures should be here in about 15 s.");
  answers = { seconds: 4 };
  await seconds(3);
  expect(line).toHaveTextContent("in about 5 s");
  answers = { seconds: 0 };
  await seconds(3);
  expect(line).toBeEmptyDOMElement();
  answers = { seconds: 30 };
  await seconds(3);
  expect(line).toHaveTextContent("in about 30 s");
  come("here");
  await seconds(1);
  expect(line).toBeEmptyDOMElement();
  const calls = asked.mock.calls.length;
  await seconds(60);
  expect(asked).toHaveBeenCalledTimes(calls);
});
