// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { callQuery, createQueryClient, keepLast, useProgram, useScore } from "./query";

const asked = vi.hoisted(() => ({ today: "2026-11-30", paths: [] as string[] }));
vi.mock("./client", async (original) => ({
  ...(await original<typeof import("./client")>()),
  callDeclared: async (_method: string, path: string) => {
    asked.paths.push(path);
    return { today: asked.today };
  },
}));

it("keeps the last answer for other parameters, and none to another call", () => {
  const keep = keepLast("api/v1/x");
  expect(keep(7, { queryKey: ["api/v1/x", { period: "THIS_YEAR" }] })).toBe(7);
  expect(keep(7, { queryKey: ["api/v1/y"] })).toBeUndefined();
  expect(keep(undefined, undefined)).toBeUndefined();
});

it("loads the figures again when the day has changed, and only then", async () => {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const SCORE = "api/v1/bond/score";
  const PROGRAM = callQuery("GET", "api/v1/program", undefined);
  const { result } = renderHook(() => [useProgram().data?.today, useScore({}).data] as const, { wrapper });
  await waitFor(() => expect(result.current[1]).toBeDefined());
  asked.paths.length = 0;
  await client.refetchQueries({ queryKey: PROGRAM.queryKey });
  expect(asked.paths).toEqual(["api/v1/program"]);

  asked.paths.length = 0;
  asked.today = "2026-12-01";
  await client.refetchQueries({ queryKey: PROGRAM.queryKey });
  // The figures are those of the new day when the page tells it.
  expect(asked.paths).toEqual(["api/v1/program", SCORE]);
  await waitFor(() => expect(result.current).toEqual(["2026-12-01", { today: "2026-12-01" }]));
});
