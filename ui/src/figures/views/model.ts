import { isKeyOf } from "../../api/isKeyOf";
import { type GuardedRoute, screenRoute } from "../../api/pages";
import { routeOf } from "../../api/paths";
import { maySee } from "../../api/session";
import { pageModules } from "../../generated/figureModules";
import type { ModuleCode, SessionUser, UserGroup, ViewAnswer } from "../../generated/wire";
import { decodeFilters } from "../filters/codec";
import { GROUP_TYPES, GROUPINGS, ofType } from "../filters/groupings";
import { type Filters, type ListId, sameFilters, withList } from "../filters/model";

/** The longest name that the server takes. */
export const LONGEST_NAME = 100;

/** What a screen shows: what a view saves of it. */
export type Shown = { readonly screen: string; readonly filters: Filters; readonly blocks: string };

/** The module of a screen; null where none has filters. */
export function moduleOfScreen(screen: string): ModuleCode | null {
  const [top = ""] = screen.split("/", 1);
  return isKeyOf(pageModules, top) ? pageModules[top] : null;
}

/** The screen of a pathname that can be saved; null for any other. */
export function savedScreen(pathname: string): GuardedRoute | null {
  const screen = screenRoute(routeOf(pathname) ?? "");
  return screen && moduleOfScreen(screen) !== null ? screen : null;
}

/** Whether the screen of a view is open to a user. What no longer exists opens what is above it. */
export function isOpen(user: SessionUser | null, { screen }: Pick<ViewAnswer, "screen">): boolean {
  const module = moduleOfScreen(screen);
  return module === null || maySee(user, module);
}

/** Whether a screen shows something else than a view of it has. */
export function differs(view: ViewAnswer, shown: Shown): boolean {
  return (
    view.screen !== shown.screen ||
    view.blocks !== shown.blocks ||
    !sameFilters(decodeFilters(view.filters), shown.filters)
  );
}

/** What can be chosen in lists; a list that is missing is not known, and everything in it stays. */
export type Choosable = Readonly<Partial<Record<ListId, ReadonlySet<number>>>>;

/** The user groups that can be chosen. */
export function choosableGroups(groups: readonly UserGroup[]): Choosable {
  return Object.fromEntries(
    GROUP_TYPES.map((type) => [GROUPINGS[type].list, new Set(ofType(groups, type).map(({ id }) => id))]),
  );
}

/** What is left of filters, and how many ids of each list are gone. */
export type Left = {
  readonly filters: Filters;
  readonly gone: Readonly<Partial<Record<ListId, number>>>;
  /** Whether something is left of every list that lost something. */
  readonly isSome: boolean;
};

/** Leaves out what cannot be chosen. A list that had nothing else shows all. */
export function leftOf(filters: Filters, choosable: Choosable): Left {
  let left = filters;
  let isSome = true;
  const gone: Partial<Record<ListId, number>> = {};
  for (const [list, known] of Object.entries(choosable) as [ListId, ReadonlySet<number>][]) {
    const selection = filters.lists[list];
    if (selection === "all") continue;
    const kept = selection.filter((id) => known.has(id));
    if (kept.length === selection.length) continue;
    gone[list] = selection.length - kept.length;
    isSome &&= kept.length > 0;
    left = withList(left, list, kept.length > 0 ? kept : "all");
  }
  return { filters: left, gone, isSome };
}

/** The views whose names contain a text, whatever the case. */
export function found(views: readonly ViewAnswer[], text: string): readonly ViewAnswer[] {
  const wanted = text.trim().toLowerCase();
  return wanted === "" ? views : views.filter(({ name }) => name.toLowerCase().includes(wanted));
}
