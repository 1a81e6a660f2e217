import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "../api/client";
import type { Block, FilterParams } from "../api/generated/wire";
import type { BlockDeclaration, OwnFilter } from "./declaration";
import { type BlocksCall, useBlock, useBlocks } from "./useBlocks";

vi.mock("../api/client", () => ({ call: vi.fn() }));
const called = vi.mocked(call);

const DECLARATION: BlockDeclaration = {
  kind: "line",
  id: "logins",
  block: "LOGINS_BY_PERIOD",
  title: "Logins",
};
const MONTHS: OwnFilter = { timeScale: "BY_MONTHS", viewBy: "TOTALS" };
const YEARS: OwnFilter = { timeScale: "BY_YEARS", viewBy: "TOTALS" };

type Props = { params: FilterParams; own: OwnFilter; blocks?: BlocksCall };

function start(props: Props) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(
    ({ params, own, blocks = { endpoint: "api/x" } }: Props) =>
      useBlock(useBlocks(blocks, params), "LOGINS_BY_PERIOD", DECLARATION, own),
    { wrapper, initialProps: props },
  );
}

const paths = () => called.mock.calls.map(([, path]) => path);

beforeEach(() => {
  called.mockReset();
  called.mockImplementation(async (_method, path, body) => {
    const { period, timeScale = "BY_MONTHS" } = body as FilterParams;
    const block = { type: "LOGINS_BY_PERIOD", data: `${period} ${timeScale}` };
    return String(path).endsWith("/breakdowns") ? { LOGINS_BY_PERIOD: block } : block;
  });
});

describe("useBlock", () => {
  it("comes with the others while its own filter is the default", async () => {
    const { result } = start({ params: { period: "THIS_YEAR" }, own: MONTHS });
    expect(result.current.isLoading).toBe(true);
    await waitFor(() => expect(result.current.block?.data).toBe("THIS_YEAR BY_MONTHS"));
    expect(paths()).toEqual(["api/x/breakdowns"]);
  });

  it("is fetched alone with another choice, the old figures staying meanwhile", async () => {
    const { result, rerender } = start({ params: { period: "THIS_YEAR" }, own: MONTHS });
    await waitFor(() => expect(result.current.block).toBeDefined());
    rerender({ params: { period: "THIS_YEAR" }, own: YEARS });
    expect(result.current).toMatchObject({ isLoading: false, isStale: true });
    expect(result.current.block?.data).toBe("THIS_YEAR BY_MONTHS");
    await waitFor(() => expect(result.current.block?.data).toBe("THIS_YEAR BY_YEARS"));
    expect(paths()).toEqual(["api/x/breakdowns", "api/x/breakdown/LOGINS_BY_PERIOD"]);
    expect(called.mock.calls.at(-1)?.[2]).toEqual({ period: "THIS_YEAR", ...YEARS });
  });

  it("keeps its choice when the top filter changes", async () => {
    const { result, rerender } = start({ params: { period: "THIS_YEAR" }, own: YEARS });
    await waitFor(() => expect(result.current.block?.data).toBe("THIS_YEAR BY_YEARS"));
    rerender({ params: { period: "LAST_7DAYS" }, own: YEARS });
    await waitFor(() => expect(result.current.block?.data).toBe("LAST_7DAYS BY_YEARS"));
  });

  it("tells what went wrong and tries again", async () => {
    called.mockRejectedValueOnce(new Error("no"));
    const { result } = start({ params: { period: "THIS_YEAR" }, own: MONTHS });
    await waitFor(() => expect(result.current.error).not.toBeNull());
    act(() => result.current.retry());
    await waitFor(() => expect(result.current.block).toBeDefined());
    expect(result.current.error).toBeNull();
  });

  it("reads an answer that is no blocks, and asks the same call for one of them", async () => {
    called.mockImplementation(async (_method, _path, body) => [(body as FilterParams).timeScale ?? "none"]);
    const blocks: BlocksCall = {
      endpoint: "api/x",
      path: "api/x/rows",
      read: (body) => ({ LOGINS_BY_PERIOD: { data: body } as Block }),
    };
    const { result, rerender } = start({ params: {}, own: MONTHS, blocks });
    await waitFor(() => expect(result.current.block?.data).toEqual(["none"]));
    rerender({ params: {}, own: YEARS, blocks });
    await waitFor(() => expect(result.current.block?.data).toEqual(["BY_YEARS"]));
    expect(paths()).toEqual(["api/x/rows", "api/x/rows"]);
  });

  it("asks a call of its own for one block where the screen has one", async () => {
    const blocks: BlocksCall = {
      endpoint: "api/x",
      one: { path: (id) => `api/x/7/${id}`, read: (body) => ({ ...(body as Block), data: "read" }) },
    };
    const { result } = start({ params: {}, own: YEARS, blocks });
    await waitFor(() => expect(result.current.block?.data).toBe("read"));
    expect(paths()).toContain("api/x/7/LOGINS_BY_PERIOD");
  });
});
