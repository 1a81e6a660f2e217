import { describe, expect, it } from "vitest";
import { changedAt, OPENED } from "./opened";

describe("opened causes", () => {
  it("are read from the address, whatever stands there", () => {
    const opened = { by: "TIER", inside: { "2": { by: "LOB" }, "3": {} } };
    expect(OPENED.read(JSON.stringify(opened))).toEqual(opened);
    for (const text of ["", "{", "[]", "7", '{"by":1,"inside":[1]}']) {
      expect(OPENED.read(text)).toEqual({});
    }
    expect(OPENED.write({})).toBe("");
    expect(OPENED.write({ by: "TIME", inside: {} })).toBe('{"by":"TIME"}');
  });

  it("are opened, divided otherwise and closed at a path", () => {
    const one = changedAt({ by: "TIER" }, ["2"], () => ({}));
    expect(one).toEqual({ by: "TIER", inside: { "2": {} } });
    const two = changedAt(one, ["2", "1"], () => ({ by: "LOB" }));
    expect(two.inside?.["2"]).toEqual({ inside: { "1": { by: "LOB" } } });
    expect(changedAt(two, ["2"], () => undefined)).toEqual({ by: "TIER", inside: {} });
    expect(changedAt(two, [], () => ({ by: "TIME" }))).toEqual({ by: "TIME" });
  });
});
