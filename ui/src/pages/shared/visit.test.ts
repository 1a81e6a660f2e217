import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/client";
import type { SharedScreen } from "../../generated/wire";
import { answersOf, openLink, questionOf } from "./visit";

const LOGINS = "api/v1/dashboard/users/logins";
const CALLS: SharedScreen["calls"] = [
  { path: `${LOGINS}/breakdowns`, recordCount: 10 },
  { path: "api/v1/dashboard/users/userDashboardInfo" },
  { path: `${LOGINS}/breakdown/LOGINS_TABLE`, recordCount: 10, viewByH1: "TIER", viewByH2: "NONE" },
];
const SHOWN: SharedScreen = {
  visit: "first",
  visitEndsAt: 1,
  name: "Logins",
  route: "user-dashboard/logins-breakdown",
  filters: "{}",
  blocks: "",
  poll: null,
  calls: CALLS,
  sharedBy: "Ann",
  expiresAt: 2,
  program: { name: "Tea", today: "2026-03-15" } as SharedScreen["program"],
  groups: [{ id: 1, name: "Gold", type: "TIER", place: 0 }],
};

describe("the question that stands for a call", () => {
  it("is the number of the call with the same choices, whatever the filter", () => {
    const filter = { period: "LAST_7DAYS", userGroupTiers: [2] };
    const ask = (path: string, body: object) => questionOf(CALLS, path, { ...filter, ...body });
    expect(ask(`${LOGINS}/breakdowns`, { recordCount: 10 })).toEqual({ call: 0 });
    expect(ask("api/v1/dashboard/users/userDashboardInfo", {})).toEqual({ call: 1 });
    const tier = { recordCount: 10, viewByH1: "TIER", viewByH2: "NONE" };
    expect(ask(`${LOGINS}/breakdown/LOGINS_TABLE`, tier)).toEqual({ call: 2 });
  });

  it("asks for all rows of a list", () => {
    expect(questionOf(CALLS, `${LOGINS}/breakdown/LIST`, { recordCount: 0 })).toEqual({
      call: 0,
      allRows: true,
      block: "LIST",
    });
    expect(questionOf(CALLS, `${LOGINS}/breakdowns`, {})).toEqual({ call: 0, allRows: true });
  });

  it("is none for calls of other screens", () => {
    for (const path of ["api/v1/bond/score", "api/v1/export/csv", "api/v1/explain/logins.totalLogins"])
      expect(questionOf(CALLS, path, {}), path).toBeNull();
  });
});

describe("the calls of a visitor", () => {
  const sent: { path: string; init: RequestInit }[] = [];
  let statuses: number[] = [];

  beforeEach(() => {
    sent.length = 0;
    statuses = [];
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      sent.push({ path, init });
      const status = statuses.shift() ?? 200;
      const body = status === 200 ? SHOWN : { status, error: "x", message: "No.", errors: [] };
      return Response.json(body, { status });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const given = (at: number) => new Headers(sent[at]?.init.headers).get("Authorization");

  it("have no cookies and only the bearer of the visit", async () => {
    await openLink("secret");
    expect(sent[0]?.path).toBe("/api/v1/shared/open");
    expect(sent[0]?.init).toMatchObject({ credentials: "omit", body: '{"secret":"secret"}' });
    expect(given(0)).toBeNull();
    const answers = answersOf(SHOWN, async () => SHOWN, vi.fn());
    await answers("POST", `${LOGINS}/breakdowns`, { period: "LAST_7DAYS", recordCount: 10 }, undefined);
    expect(sent[1]?.init).toMatchObject({ credentials: "omit", body: '{"call":0}' });
    expect(given(1)).toBe("Bearer first");
  });

  it("answer what is known and refuse the rest without asking", async () => {
    const answers = answersOf(SHOWN, async () => SHOWN, vi.fn());
    expect(await answers("GET", "api/v1/program", undefined, undefined)).toBe(SHOWN.program);
    expect(await answers("GET", "api/v1/dashboard/users/userGroups", undefined, undefined)).toBe(
      SHOWN.groups,
    );
    await expect(answers("POST", "api/v1/bond/score", {}, undefined)).rejects.toBeInstanceOf(ApiError);
    expect(sent).toEqual([]);
  });

  it("open the link again after the visit, once, and say that it is gone", async () => {
    const reopen = vi.fn(async () => ({ ...SHOWN, visit: "second" }));
    const onGone = vi.fn();
    const answers = answersOf(SHOWN, reopen, onGone);
    statuses = [401, 200];
    await answers("POST", `${LOGINS}/breakdowns`, { recordCount: 10 }, undefined);
    expect([reopen.mock.calls.length, given(1)]).toEqual([1, "Bearer second"]);
    statuses = [404];
    await expect(
      answers("POST", `${LOGINS}/breakdowns`, { recordCount: 10 }, undefined),
    ).rejects.toMatchObject({ status: 404 });
    expect(onGone).toHaveBeenCalledOnce();
  });
});
