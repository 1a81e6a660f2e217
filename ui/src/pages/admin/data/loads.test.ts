import { describe, expect, it } from "vitest";
import german from "../../../../../data/languages/de/feed.json";
import spanish from "../../../../../data/languages/es/feed.json";
import type { Load } from "../../../generated/wire";
import { formatNumber } from "../../../texts/format";
import { faultsCsv, isUndone, lacksNewTimeZone, localized, mayCancel, undoable } from "./loads";

const load = (id: number, part: Partial<Load>): Load => ({
  id,
  kind: "import",
  origin: "page",
  actor: "ann",
  state: "published",
  queuedAt: 1,
  startedAt: 1,
  endedAt: 1,
  dataVersion: id,
  rows: 1,
  message: null,
  faultCount: 0,
  ...part,
});

describe("what can be undone", () => {
  it("is the newest load that changed the data", () => {
    const loads = [load(4, { state: "refused", dataVersion: null }), load(3, {}), load(2, {})];
    expect(undoable(loads)?.id).toBe(3);
  });

  it("is nothing after an undo or an erasure, nor after a demo, which the server does not take back", () => {
    expect(undoable([load(3, { kind: "demo" })])).toBeNull();
    expect(undoable([load(3, { kind: "undo" }), load(2, {})])).toBeNull();
    expect(undoable([load(3, { kind: "erase" }), load(2, {})])).toBeNull();
    expect(undoable([])).toBeNull();
  });

  it("is undone where the next change of the data took it back", () => {
    const [first, second] = [load(1, {}), load(2, {})];
    const check = load(3, { kind: "check", dataVersion: null });
    const all = [load(5, {}), load(4, { kind: "undo" }), check, second, first];
    expect(all.filter((one) => isUndone(one, all)).map(({ id }) => id)).toEqual([2]);
    expect(isUndone(second, [check, second])).toBe(false);
  });
});

describe("a load", () => {
  it("lacks the new time zone where its refusal names the option, in each language", () => {
    const ofZones = ([text]: readonly [string, unknown]) => text.includes("time_zone is now");
    const refusals = [german, spanish].flatMap((texts) => Object.entries(texts).filter(ofZones));
    expect(refusals).toHaveLength(2);
    for (const message of refusals.flat()) {
      expect(lacksNewTimeZone(load(1, { state: "refused", message }))).toBe(true);
      expect(lacksNewTimeZone(load(1, { message }))).toBe(false);
    }
    expect(lacksNewTimeZone(load(1, { state: "refused", message: "1 fault" }))).toBe(false);
  });

  it("can be cancelled until its rows are replaced", () => {
    expect((["queued", "checking"] as const).every((state) => mayCancel(load(1, { state })))).toBe(true);
    expect((["loading", "published"] as const).some((state) => mayCancel(load(1, { state })))).toBe(false);
  });
});

describe("a headline figure", () => {
  it("has the page's notation of numbers", () => {
    expect(localized("1,234,567")).toBe(formatNumber(1_234_567, { inFull: true }));
    expect(["2026-03-02", "none", "", "1,2"].map(localized)).toEqual(["2026-03-02", "none", "", "1,2"]);
  });
});

describe("faults as a file", () => {
  it("are safe to open in a spreadsheet", () => {
    const csv = faultsCsv([{ file: "a.csv", line: 2, column: null, text: '=HYPERLINK("x")' }]);
    expect(csv.split("\r\n")[1]).toBe(`a.csv,2,,"'=HYPERLINK(""x"")"`);
  });
});
