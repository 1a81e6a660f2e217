import { LINK_CHOICES } from "../../api/linkChoices";
import type { BlocksCall } from "../../figures/blocks/calls";
import type { BlockDeclaration } from "../../figures/blocks/declaration";
import { sameOwnFilter } from "../../figures/blocks/useBlocks";
import { defaultView, ownFilter, readView } from "../../figures/blocks/viewState";
import type { LinkDraft } from "../../figures/exports/handoff";
import { decodeFilters } from "../../figures/filters/codec";
import type { Filters } from "../../figures/filters/model";
import type { LinkCall, NewLink } from "../../generated/wire";
import { breakdownParams } from "../dashboards/breakdownParams";
import type { DeclaredScreen } from "../dashboards/declared";
import { INDICATORS, NEWS } from "../dashboards/monitor";
import { POLL_OPENS, pollBlocks, pollCall } from "../dashboards/polls";

/** What a form has of a link. */
export type LinkForm = { readonly name: string; readonly days: string; readonly password: string };

/** The call that a screen makes with a body: its path, and of the body the choices in blocks alone. */
function linkCall(path: string, body: Readonly<Record<string, unknown>>): LinkCall {
  const chosen = LINK_CHOICES.flatMap((name) => {
    const value = body[name];
    return value === undefined || value === null ? [] : [[name, value]];
  });
  return { path, ...Object.fromEntries(chosen) };
}

type Declared = { readonly blocks: readonly BlockDeclaration[]; readonly call: BlocksCall };

/** The calls of blocks with choices of their own, as the screen makes them. */
function ownCalls(declared: Declared, params: object, blocks: string): LinkCall[] {
  const choices = readView(blocks, declared.blocks);
  return declared.blocks.flatMap((block) => {
    const choice = choices[block.id];
    if (!choice) return [];
    const own = ownFilter(block, choice);
    if (sameOwnFilter(own, ownFilter(block, defaultView(block)))) return [];
    return [linkCall(declared.call.one(block.block).path, { ...params, ...own })];
  });
}

/** The calls that a screen makes for filters and choices: what a link to it answers. */
export function callsOf(screen: DeclaredScreen, filters: Filters, blocks: string): LinkCall[] {
  if (screen.kind === "poll") {
    const call = pollCall(screen.poll);
    const declared = { call, blocks: pollBlocks("", []) };
    return [linkCall(call.path, POLL_OPENS), ...ownCalls(declared, POLL_OPENS, blocks)];
  }
  const { kind, declaration } = screen;
  if (kind === "dashboard")
    return [
      linkCall(declaration.endpoint, {}),
      ...(declaration.Above ? [linkCall(INDICATORS, {})] : []),
      ...(declaration.Beginning ? [linkCall(NEWS, {})] : []),
    ];
  const params = breakdownParams(declaration, filters);
  return [
    linkCall(declaration.call.path, params.blocks),
    ...(declaration.summary ? [linkCall(declaration.summary.endpoint, {})] : []),
    ...ownCalls(declaration, params.blocks, blocks),
  ];
}

/** The body of the call that makes a link. */
export function bodyOf(draft: LinkDraft, screen: DeclaredScreen, form: LinkForm): NewLink {
  const { route, blocks, params } = draft;
  const filters = JSON.stringify(params);
  return {
    name: form.name,
    route,
    screen: draft.screen,
    filters,
    blocks,
    calls: callsOf(screen, decodeFilters(filters), blocks),
    days: Number(form.days),
    ...(form.password === "" ? {} : { password: form.password }),
  };
}

const DAYS = [1, 7, 30, 90, 180];

/** The numbers of days that may be chosen. */
export function dayChoices(most: number): number[] {
  return [...DAYS.filter((days) => days < most), most];
}

/** The one that is chosen at first: a week, or the most that may be. */
export function firstDays(most: number): string {
  return String(Math.min(7, most));
}
