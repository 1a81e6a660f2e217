import { describe, expect, it } from "vitest";
import {
  editLinked,
  type LinkedEdit,
  type LinkedLists,
  type LinkedSelection,
  type LinkedTicks,
  linkedTicks,
} from "./linked";
import { summed, tickedIn } from "./selection";

const named = (id: number) => ({ id, name: `No. ${id}` });
const item = (id: number, group: number) => ({ ...named(id), group });

/** Types 1 and 2 have two campaigns each, 3 has one, 4 has none. */
const LISTS: LinkedLists = {
  groups: [1, 2, 3, 4].map(named),
  items: [item(11, 1), item(12, 1), item(21, 2), item(22, 2), item(31, 3)],
};
/** Category 9 is not listed; its offers are. */
const WITH_HIDDEN: LinkedLists = {
  groups: [1, 2].map(named),
  items: [item(11, 1), item(12, 1), item(21, 2), item(91, 9), item(92, 9)],
};
const ALL: LinkedSelection = { groups: "all", items: "all" };

const tick = (of: "groups" | "items", ...ids: number[]): LinkedEdit => ({ of, ids, on: true });
const untick = (of: "groups" | "items", ...ids: number[]): LinkedEdit => ({ of, ids, on: false });

function edited(edits: readonly LinkedEdit[], lists = LISTS, from = ALL): LinkedSelection {
  return edits.reduce((selection, edit) => editLinked(selection, edit, lists), from);
}

/** The boxes that stand for all groups and all items. */
const allBoxes = (ticks: LinkedTicks, { items }: LinkedLists) => [
  summed([...ticks.groups.values()]),
  summed(items.map(({ id }) => ticks.items.has(id))),
];

/** The items the server counts. */
function counted({ groups, items }: LinkedSelection, lists: LinkedLists): number[] {
  return lists.items
    .filter(({ id, group }) => tickedIn(items)(id) && tickedIn(groups)(group))
    .map(({ id }) => id);
}

describe("choosing groups", () => {
  it("unchecks and checks their items", () => {
    const without = edited([untick("groups", 2)]);
    expect(without).toEqual({ groups: [1, 3, 4], items: "all" });
    expect([...linkedTicks(without, LISTS).items]).toEqual([11, 12, 31]);
    expect(editLinked(without, tick("groups", 2), LISTS)).toEqual(ALL);
  });

  it("leaves the items of other groups as they are", () => {
    const chosen = edited([untick("items", 12), untick("groups", 2), tick("groups", 2)]);
    expect(counted(chosen, LISTS)).toEqual([11, 21, 22, 31]);
  });

  it("completes a mixed group", () => {
    expect(edited([untick("items", 12), tick("groups", 1)])).toEqual(ALL);
  });

  it("selects only one", () => {
    expect(edited([{ of: "groups", only: 2 }])).toEqual({ groups: [2], items: "all" });
    expect(edited([untick("items", 21), { of: "groups", only: 2 }])).toEqual({ groups: [2], items: "all" });
  });

  it("can select one without items, which counts nothing", () => {
    const chosen = edited([{ of: "groups", only: 4 }]);
    expect(chosen).toEqual({ groups: [4], items: "all" });
    const ticks = linkedTicks(chosen, LISTS);
    expect(ticks.groups.get(4)).toBe(true);
    expect(allBoxes(ticks, LISTS)[1]).toBe(false);
  });

  it("sends All once every listed one is checked", () => {
    expect(
      edited([
        { of: "groups", all: false },
        tick("groups", 1),
        tick("groups", 2),
        tick("groups", 3),
        tick("groups", 4),
      ]),
    ).toEqual(ALL);
  });

  it("selects all matches at once", () => {
    expect(edited([untick("groups", 1, 2)])).toEqual({ groups: [3, 4], items: "all" });
    expect(edited([untick("groups", 1, 2, 3), tick("groups", 1, 2)])).toEqual({
      groups: [1, 2, 4],
      items: "all",
    });
  });
});

describe("choosing items", () => {
  it("shows their group as mixed, and no All box as checked", () => {
    const chosen = edited([untick("items", 12)]);
    expect(chosen).toEqual({ groups: "all", items: [11, 21, 22, 31] });
    const ticks = linkedTicks(chosen, LISTS);
    expect(ticks.groups.get(1)).toBe("indeterminate");
    expect(ticks.groups.get(2)).toBe(true);
    expect(allBoxes(ticks, LISTS)).toEqual(["indeterminate", "indeterminate"]);
  });

  it("unchecks a group with its last item, and checks it with its first", () => {
    const without = edited([untick("items", 31)]);
    expect(without).toEqual({ groups: [1, 2, 4], items: "all" });
    expect(editLinked(without, tick("items", 31), LISTS)).toEqual(ALL);
    // The other item of the group is not added as well.
    const one = edited([{ of: "groups", only: 1 }, tick("items", 21)]);
    expect(counted(one, LISTS)).toEqual([11, 12, 21]);
    expect(linkedTicks(one, LISTS).groups.get(2)).toBe("indeterminate");
  });

  it("restores the earlier selection", () => {
    const types = edited([{ of: "groups", only: 1 }]);
    expect(edited([tick("items", 21), untick("items", 21)], LISTS, types)).toEqual(types);
  });

  it("selects only one", () => {
    const chosen = edited([{ of: "items", only: 22 }]);
    expect(counted(chosen, LISTS)).toEqual([22]);
    expect(linkedTicks(chosen, LISTS).groups.get(2)).toBe("indeterminate");
  });

  it("can select nothing, after which checking everything restores All", () => {
    const none = edited([{ of: "items", all: false }]);
    expect(none).toEqual({ groups: [], items: [] });
    expect(edited([untick("items", 11, 12, 21, 22, 31)])).toEqual(none);
    const ticks = linkedTicks(none, LISTS);
    expect(allBoxes(ticks, LISTS)).toEqual([false, false]);
    expect(
      edited(
        [11, 12, 21, 22, 31].map((id) => tick("items", id)),
        LISTS,
        none,
      ),
    ).toEqual(ALL);
    expect(editLinked(none, { of: "items", all: true }, LISTS)).toEqual(ALL);
  });
});

describe("a group that is not listed", () => {
  it("retains its items when another group is unchecked", () => {
    const chosen = edited([untick("groups", 2)], WITH_HIDDEN);
    expect(counted(chosen, WITH_HIDDEN)).toEqual([11, 12, 91, 92]);
    expect(chosen.groups).toEqual([1, 9]);
  });

  it("is removed by ONLY and restored by All", () => {
    const one = edited([{ of: "groups", only: 1 }], WITH_HIDDEN);
    expect(counted(one, WITH_HIDDEN)).toEqual([11, 12]);
    expect(editLinked(one, tick("groups", 2), WITH_HIDDEN)).toEqual(ALL);
  });

  it("is added with its item, and only that item", () => {
    const chosen = edited([{ of: "groups", only: 1 }, tick("items", 91)], WITH_HIDDEN);
    expect(counted(chosen, WITH_HIDDEN)).toEqual([11, 12, 91]);
  });

  it("stays excluded if its items were unchecked one by one", () => {
    const chosen = edited([untick("items", 91, 92)], WITH_HIDDEN);
    expect(counted(chosen, WITH_HIDDEN)).toEqual([11, 12, 21]);
    const ticks = linkedTicks(chosen, WITH_HIDDEN);
    expect(allBoxes(ticks, WITH_HIDDEN)).toEqual([true, "indeterminate"]);
  });
});

describe("a link", () => {
  it("with ids that are no longer listed shows nothing checked, and an edit discards them", () => {
    const old: LinkedSelection = { groups: [77], items: [88] };
    const ticks = linkedTicks(old, LISTS);
    expect([...allBoxes(ticks, LISTS), ticks.items.size]).toEqual([false, false, 0]);
    expect(editLinked(old, tick("items", 31), LISTS)).toEqual({ groups: [3], items: "all" });
    expect(editLinked(old, tick("groups", 4), LISTS)).toEqual({ groups: [4], items: "all" });
  });

  it("shows items that pass both lists", () => {
    const ticks = linkedTicks({ groups: [1], items: [11, 21] }, LISTS);
    expect([...ticks.items]).toEqual([11]);
    expect(ticks.groups.get(2)).toBe(false);
  });

  it("works with empty lists", () => {
    const nothing: LinkedLists = { groups: [], items: [] };
    const ticks = linkedTicks({ groups: [1], items: "all" }, nothing);
    expect(allBoxes(ticks, nothing)).toEqual([false, false]);
  });
});

it("counts exactly what is checked, whatever is clicked", () => {
  // A fixed random sequence: the same clicks in every run.
  let seed = 7;
  const below = (limit: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % limit;
  };
  const pick = (ids: readonly number[]) => ids[below(ids.length)] ?? 0;
  for (const lists of [LISTS, WITH_HIDDEN]) {
    let selection = ALL;
    for (let click = 0; click < 2000; click++) {
      const of: "groups" | "items" = below(2) === 0 ? "groups" : "items";
      const ids = lists[of].map(({ id }) => id);
      const before = linkedTicks(selection, lists);
      const id = pick(ids);
      const ticked = of === "items" ? before.items.has(id) : before.groups.get(id) === true;
      const edit: LinkedEdit = [
        { of, ids: [id], on: !ticked },
        { of, ids: [id], on: !ticked },
        { of, only: id },
        { of, all: below(2) === 0 },
      ][below(4)] ?? { of, all: true };
      selection = editLinked(selection, edit, lists);
      const ticks = linkedTicks(selection, lists);
      expect([...ticks.items].sort()).toEqual(counted(selection, lists).sort());
      if ("ids" in edit) {
        const now = of === "items" ? ticks.items.has(id) : ticks.groups.get(id) === true;
        expect(now).toBe(!ticked);
        // Items of other groups are unaffected, except those that All adds.
        const groupOf = new Map(lists.items.map((one) => [one.id, one.group]));
        const changed = lists.items.filter((one) => before.items.has(one.id) !== ticks.items.has(one.id));
        for (const one of changed) {
          if (of === "items") expect(one.id).toBe(id);
          else if (groupOf.get(one.id) !== id) expect(selection.groups).toBe("all");
        }
      }
    }
  }
});
