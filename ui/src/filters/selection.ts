/** What is ticked in one list of a filter: everything, also what is added later, or these ids. */
export type Selection = "all" | readonly number[];

/** How an All box looks. */
export type AllState = boolean | "indeterminate";

/** Whether the item is ticked. */
export function isTicked(selection: Selection, id: number): boolean {
  return selection === "all" || selection.includes(id);
}

/** The ids as they are written: in order, each once, and All once every listed id is ticked. */
export function tidy(selection: Selection, listed: readonly number[]): Selection {
  if (selection === "all") return "all";
  const ticked = new Set(selection);
  if (listed.length > 0 && listed.every((id) => ticked.has(id))) return "all";
  return [...ticked].sort((a, b) => a - b);
}

/** Ticks or unticks one item. */
export function toggle(selection: Selection, id: number, listed: readonly number[]): Selection {
  const ticked = new Set(selection === "all" ? listed : selection);
  if (!ticked.delete(id)) ticked.add(id);
  return tidy([...ticked], listed);
}

/** Ticks the item and unticks the rest. */
export function only(id: number, listed: readonly number[]): Selection {
  return tidy([id], listed);
}

/** The All box: ticked becomes nothing, nothing or some becomes everything. */
export function toggleAll(selection: Selection): Selection {
  return selection === "all" ? [] : "all";
}

/** Ticked, empty or mixed. Ids that are not in the list do not count. */
export function allState(selection: Selection, listed: readonly number[]): AllState {
  if (selection === "all") return true;
  return listed.some((id) => selection.includes(id)) ? "indeterminate" : false;
}

/** How many of the listed items are ticked. */
export function countTicked(selection: Selection, listed: readonly number[]): number {
  return listed.filter((id) => isTicked(selection, id)).length;
}
