/**
 * Two lists of one filter of which the first groups the second: campaign types and campaigns, offer
 * categories and offers.
 *
 * The server counts an item that passes its own list and its group's list. What is shown as ticked is
 * exactly that, so a tick in either list changes the other:
 * - choosing groups ticks and unticks their items;
 * - a group is ticked when all its items are, mixed when some are; one without items has its own tick;
 * - ticking an item ticks its group, and unticking the last one unticks it.
 *
 * An item may belong to a group that is not listed (category 9). Its group is ticked with All and unticked
 * with ONLY; otherwise it depends on its items.
 */

import {
  editSelection,
  type ListEdit,
  type ListItem,
  type Selection,
  summed,
  type TickState,
  tickedIn,
  tidy,
} from "./selection";

/** A listed item with the id of its group. */
export type LinkedItem = ListItem & { readonly group: number };

/** Both lists of the server. */
export type LinkedLists = { readonly groups: readonly ListItem[]; readonly items: readonly LinkedItem[] };

/** The selection in both lists, as sent and as written in the URL. */
export type LinkedSelection = { readonly groups: Selection; readonly items: Selection };

/** What is ticked on screen. */
export type LinkedTicks = {
  readonly groups: ReadonlyMap<number, TickState>;
  readonly items: ReadonlySet<number>;
};

/** An edit of either list. */
export type LinkedEdit = { readonly of: "groups" | "items" } & ListEdit;

const EVERYTHING: LinkedSelection = { groups: "all", items: "all" };

/** The groups that pass, listed or not, and the items that pass. */
type Passing = { readonly groups: ReadonlySet<number>; readonly items: ReadonlySet<number> };

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** Every group: the listed ones, and those known only from their items. */
function knownGroups({ groups, items }: LinkedLists): ReadonlySet<number> {
  return new Set([...idsOf(groups), ...items.map(({ group }) => group)]);
}

function chosen(selection: Selection, known: Iterable<number>): Set<number> {
  if (selection === "all") return new Set(known);
  const wanted = new Set(selection);
  return new Set([...known].filter((id) => wanted.has(id)));
}

function passing(selection: LinkedSelection, lists: LinkedLists): Passing {
  const groups = chosen(selection.groups, knownGroups(lists));
  const candidates = lists.items.filter(({ group }) => groups.has(group));
  return { groups, items: chosen(selection.items, idsOf(candidates)) };
}

/** What is ticked on screen: what the server would count. Ids that are not listed do not show. */
export function linkedTicks(selection: LinkedSelection, lists: LinkedLists): LinkedTicks {
  const { groups, items } = passing(selection, lists);
  const itemsOf = new Map<number, TickState[]>();
  for (const { id, group } of lists.items) {
    const states = itemsOf.get(group) ?? [];
    states.push(items.has(id));
    itemsOf.set(group, states);
  }
  const states = lists.groups.map(({ id }) => {
    const ofItems = itemsOf.get(id);
    return [id, ofItems ? summed(ofItems) : groups.has(id)] as const;
  });
  return { groups: new Map(states), items };
}

/**
 * The one name for what is ticked: that of an item, or of several that have the same; of a group; or of another bundle of
 * items. Null where a number says it better.
 */
export function nameOfTicked(
  { items }: LinkedTicks,
  lists: LinkedLists,
  bundles: ReadonlyMap<string, readonly number[]>,
): string | null {
  if (items.size === 0 || items.size === lists.items.length) return null;
  const areTicked = (ids: readonly number[]) => ids.length === items.size && ids.every((id) => items.has(id));
  const [first] = lists.items.filter(({ id }) => items.has(id));
  if (first && areTicked(idsOf(lists.items.filter(({ name }) => name === first.name)))) return first.name;
  const group = lists.groups.find(({ id }) => id === first?.group);
  if (group && areTicked(idsOf(lists.items.filter(({ group: of }) => of === group.id)))) return group.name;
  const listed = new Set(idsOf(lists.items));
  const bundle = [...bundles].find(([, ids]) => areTicked(ids.filter((id) => listed.has(id))));
  return bundle?.[0] ?? null;
}

/**
 * The shortest selection that lets exactly these pass: All once every listed group is ticked, and All
 * items where the groups determine them. So a link stays short, and still means the chosen groups
 * when their items change.
 */
function written({ groups, items }: Passing, lists: LinkedLists): LinkedSelection {
  const ofGroups = tidy([...groups], idsOf(lists.groups));
  const isIn = tickedIn(ofGroups);
  const candidates = lists.items.filter(({ group }) => isIn(group));
  return {
    groups: ofGroups,
    items: candidates.every(({ id }) => items.has(id)) ? "all" : [...items].sort((a, b) => a - b),
  };
}

function withItems(edit: ListEdit, before: Passing, lists: LinkedLists): LinkedSelection {
  const items = editSelection([...before.items], edit, idsOf(lists.items));
  // Even if a group without items is not ticked: every item means All, so All is reachable from no items.
  if (items === "all") return EVERYTHING;
  if (items.length === 0) return { groups: [], items: [] };
  const ticked = new Set(items);
  const withAny = new Set(lists.items.map(({ group }) => group));
  const withTicked = new Set(lists.items.filter(({ id }) => ticked.has(id)).map(({ group }) => group));
  const groups = [...knownGroups(lists)].filter((id) =>
    (withAny.has(id) ? withTicked : before.groups).has(id),
  );
  return written({ groups: new Set(groups), items: ticked }, lists);
}

function withGroups(edit: ListEdit, before: Passing, lists: LinkedLists): LinkedSelection {
  if ("all" in edit) return edit.all ? EVERYTHING : { groups: [], items: "all" };
  const only = "only" in edit;
  const edited = new Set(only ? [edit.only] : edit.ids);
  const on = only || edit.on;
  const groups = new Set(only ? [] : before.groups);
  for (const id of edited) {
    if (on) groups.add(id);
    else groups.delete(id);
  }
  // All includes the groups that are not listed, with their items.
  const next = !only && tidy([...groups], idsOf(lists.groups)) === "all" ? knownGroups(lists) : groups;
  const items = lists.items.filter(({ id, group }) => {
    if (edited.has(group)) return on;
    return next.has(group) && (!before.groups.has(group) || before.items.has(id));
  });
  return written({ groups: next, items: new Set(idsOf(items)) }, lists);
}

/**
 * The selection after an edit.
 *
 * @param selection what is chosen, from the URL or the draft; ids that are not listed are dropped
 * @param lists both lists as they are shown
 */
export function editLinked(
  selection: LinkedSelection,
  edit: LinkedEdit,
  lists: LinkedLists,
): LinkedSelection {
  const before = passing(selection, lists);
  return edit.of === "groups" ? withGroups(edit, before, lists) : withItems(edit, before, lists);
}
