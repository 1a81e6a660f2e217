/** The ticked items of one list of a filter: all, including later additions, or these ids. */
export type Selection = "all" | readonly number[];

/** The state of a checkbox. */
export type TickState = boolean | "indeterminate";

/** A predicate for ticked items; made once per list, to be fast for long ones. */
export function tickedIn(selection: Selection): (id: number) => boolean {
  if (selection === "all") return () => true;
  const ticked = new Set(selection);
  return (id) => ticked.has(id);
}

/** The ids in canonical form: sorted and unique, or All if every listed id is ticked. */
export function tidy(selection: Selection, listed: readonly number[]): Selection {
  if (selection === "all") return "all";
  const ticked = new Set(selection);
  if (listed.length > 0 && listed.every((id) => ticked.has(id))) return "all";
  return [...ticked].sort((a, b) => a - b);
}

/** An item of a list. */
export type ListItem = {
  readonly id: number;
  readonly name: string;
  /** Shown after the name if the name alone does not identify the item. */
  readonly detail?: string | undefined;
};

/** An edit of a list: by its All box, an ONLY button, or checkboxes. */
export type ListEdit =
  | { readonly all: boolean }
  | { readonly only: number }
  | { readonly ids: readonly number[]; readonly on: boolean };

/** The selection after an edit. */
export function editSelection(selection: Selection, edit: ListEdit, listed: readonly number[]): Selection {
  if ("all" in edit) return edit.all ? "all" : [];
  if ("only" in edit) return tidy([edit.only], listed);
  const ticked = new Set(selection === "all" ? listed : selection);
  for (const id of edit.ids) {
    if (edit.on) ticked.add(id);
    else ticked.delete(id);
  }
  return tidy([...ticked], listed);
}

/** The state of the checkbox for a whole list: ticked, empty or mixed. */
export function summed(states: readonly TickState[]): TickState {
  if (states.length > 0 && states.every((state) => state === true)) return true;
  return states.some((state) => state !== false) ? "indeterminate" : false;
}
