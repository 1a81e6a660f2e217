import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useBlocking } from "./blocking";
import { callDeclared } from "./client";
import { onNewData } from "./dataVersion";
import { createQueryClient, refreshAnswers, useNews } from "./query";

const fetchMock = vi.fn<typeof fetch>();
let version = 1;

const answer = (body: unknown, of = version) =>
  new Response(JSON.stringify(body), { headers: { "Bond-Data-Version": String(of) } });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  onNewData(() => {});
});

describe("the version of the data", () => {
  it("is told of once, when it moves", async () => {
    const onNew = vi.fn();
    onNewData(onNew);
    version += 1;
    fetchMock.mockImplementation(async () => answer({}));
    await callDeclared("GET", "api/v1/x");
    onNew.mockReset();
    await callDeclared("GET", "api/v1/x");
    expect(onNew).not.toHaveBeenCalled();
    version += 1;
    await Promise.all([callDeclared("GET", "api/v1/x"), callDeclared("GET", "api/v1/y")]);
    expect(onNew).toHaveBeenCalledTimes(1);
  });

  it("is not what a slow answer to an earlier call says", async () => {
    fetchMock.mockImplementation(async () => answer({}));
    await callDeclared("GET", "api/v1/x");
    const onNew = vi.fn();
    onNewData(onNew);
    let end: (response: Response) => void = () => {};
    fetchMock.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
    const slow = callDeclared("GET", "api/v1/slow");
    const before = version;
    version += 1;
    await callDeclared("GET", "api/v1/x");
    expect(onNew).toHaveBeenCalledTimes(1);
    end(answer({}, before));
    await slow;
    await callDeclared("GET", "api/v1/x");
    expect(onNew).toHaveBeenCalledTimes(1);
  });
});

describe("another tab", () => {
  /** The tabs of a browser, in place of its own channel. */
  const tabs = new Set<FakeChannel>();
  class FakeChannel extends EventTarget {
    constructor() {
      super();
      tabs.add(this);
    }
    postMessage(data: unknown) {
      for (const tab of tabs) if (tab !== this) tab.dispatchEvent(new MessageEvent("message", { data }));
    }
  }

  async function openTab() {
    vi.resetModules();
    const tab = await import("./dataVersion");
    const onNew = vi.fn();
    tab.onNewData(onNew);
    const answered = (version: string) =>
      tab.watchDataVersion()(new Headers({ "Bond-Data-Version": version }));
    return { onNew, answered, begun: () => tab.watchDataVersion() };
  }

  it("is told at once, once, and tells nobody again", async () => {
    vi.stubGlobal("BroadcastChannel", FakeChannel);
    const [loading, reading] = [await openTab(), await openTab()];
    loading.answered("1");
    reading.answered("1");
    const slow = reading.begun();
    loading.answered("2");
    expect([loading.onNew.mock.calls.length, reading.onNew.mock.calls.length]).toEqual([1, 1]);
    // Neither the answer that was under way nor the next one is news.
    slow(new Headers({ "Bond-Data-Version": "1" }));
    reading.answered("2");
    loading.answered("2");
    expect([loading.onNew.mock.calls.length, reading.onNew.mock.calls.length]).toEqual([1, 1]);
  });
});

describe("an open page", () => {
  const figures: Record<number, string> = {};

  function Figure() {
    const { data } = useQuery({
      queryKey: ["api/v1/figure"],
      queryFn: ({ signal }) => callDeclared<string>("POST", "api/v1/figure", {}, { signal, blocking: true }),
    });
    return <p>{data}</p>;
  }

  function Page() {
    useNews();
    return <Figure />;
  }

  it("shows the figures of a load within a minute, without an overlay, and forgets those that it does not show", async () => {
    const client = createQueryClient();
    onNewData(() => void refreshAnswers(client));
    figures[version] = "before";
    fetchMock.mockImplementation(async (path) =>
      answer(String(path).endsWith("program") ? {} : (figures[version] ?? "")),
    );
    client.setQueryData(["api/v1/elsewhere"], "before");
    render(
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>,
    );
    await screen.findByText("before");
    const blocking: number[] = [];
    const stop = useBlocking.subscribe((calls) => blocking.push(calls));
    version += 1;
    figures[version] = "after";
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(await screen.findByText("after")).toBeInTheDocument();
    expect(client.getQueryData(["api/v1/elsewhere"])).toBeUndefined();
    expect(blocking).toEqual([]);
    stop();

    // It looks by itself, and asks for nothing else while nothing is new.
    const sent = () => fetchMock.mock.calls.map(([path]) => String(path));
    const news = fetchMock.mock.calls.filter(([path]) => String(path).endsWith("program")).at(-1);
    expect(new Headers(news?.[1]?.headers).get("Bond-News")).toBe("1");
    fetchMock.mockClear();
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    expect(new Set(sent())).toEqual(new Set(["/api/v1/program"]));
    expect(sent()).toHaveLength(10);
  });
});
