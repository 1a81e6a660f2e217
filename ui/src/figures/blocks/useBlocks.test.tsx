import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FilterParams } from "../../generated/wire";
import { type BlockData, wholeRows } from "./blockData";
import type { BlocksCall } from "./calls";
import type { BlockDeclaration, OwnFilter } from "./declaration";
import { useBlock, useBlocks } from "./useBlocks";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", () => ({ call: called, callDeclared: called }));

const DECLARATION: BlockDeclaration = {
  kind: "line",
  id: "logins",
  block: "LOGINS_BY_PERIOD",
  title: "Logins",
};
const MONTHS: OwnFilter = { timeScale: "BY_MONTHS", viewBy: "TOTALS" };
const YEARS: OwnFilter = { timeScale: "BY_YEARS", viewBy: "TOTALS" };

const rowsOf = (body: unknown) => wholeRows([{ name: String(body) }]);
const CALL: BlocksCall = {
  path: "api/x/breakdowns",
  read: (body) => ({ LOGINS_BY_PERIOD: rowsOf(body) }),
  one: (id) => ({ path: `api/x/breakdown/${id}`, read: rowsOf }),
  figures: () => [],
};
const textIn = (data: BlockData | undefined) => (data?.form === "rows" ? data.rows[0]?.name : undefined);

type Props = { params: FilterParams; own: OwnFilter; blocks?: BlocksCall };

function start(props: Props) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(
    ({ params, own, blocks = CALL }: Props) => useBlock(useBlocks(blocks, params), DECLARATION, own),
    { wrapper, initialProps: props },
  );
}

const paths = () => called.mock.calls.map(([, path]) => path);

beforeEach(() => {
  called.mockReset();
  called.mockImplementation(async (_method, _path, body) => {
    const { period, timeScale = "BY_MONTHS" } = body as FilterParams;
    return `${period} ${timeScale}`;
  });
});

describe("useBlock", () => {
  it("loads with the others while its own filter is the default", async () => {
    const { result } = start({ params: { period: "THIS_YEAR" }, own: MONTHS });
    expect(result.current.source.data).toBeUndefined();
    await waitFor(() => expect(textIn(result.current.block)).toBe("THIS_YEAR BY_MONTHS"));
    expect(paths()).toEqual(["api/x/breakdowns"]);
  });

  it("is fetched alone with another choice, showing the old figures in the meantime", async () => {
    const { result, rerender } = start({ params: { period: "THIS_YEAR" }, own: MONTHS });
    await waitFor(() => expect(result.current.block).toBeDefined());
    rerender({ params: { period: "THIS_YEAR" }, own: YEARS });
    expect(result.current).toMatchObject({ isStale: true });
    expect(textIn(result.current.block)).toBe("THIS_YEAR BY_MONTHS");
    await waitFor(() => expect(textIn(result.current.block)).toBe("THIS_YEAR BY_YEARS"));
    expect(paths()).toEqual(["api/x/breakdowns", "api/x/breakdown/LOGINS_BY_PERIOD"]);
    expect(called.mock.calls.at(-1)?.[2]).toEqual({ period: "THIS_YEAR", ...YEARS });
  });

  it("retains its choice when the top filter changes", async () => {
    const { result, rerender } = start({ params: { period: "THIS_YEAR" }, own: YEARS });
    await waitFor(() => expect(textIn(result.current.block)).toBe("THIS_YEAR BY_YEARS"));
    rerender({ params: { period: "LAST_7DAYS" }, own: YEARS });
    await waitFor(() => expect(textIn(result.current.block)).toBe("LAST_7DAYS BY_YEARS"));
  });

  it("reports a failure and tries again", async () => {
    called.mockRejectedValueOnce(new Error("no"));
    const { result } = start({ params: { period: "THIS_YEAR" }, own: MONTHS });
    await waitFor(() => expect(result.current.source.error).not.toBeNull());
    act(() => void result.current.source.refetch());
    await waitFor(() => expect(result.current.block).toBeDefined());
    expect(result.current.source.error).toBeNull();
  });
});
