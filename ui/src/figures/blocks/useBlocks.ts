import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type CallOptions, callDeclared } from "../../api/client";
import { keepLast } from "../../api/query";
import type { FilterParams } from "../../generated/wire";
import type { Source } from "../../kit/parts/Loaded";
import type { Window } from "../filters/dates";
import type { BlockData, Blocks } from "./blockData";
import type { BlocksCall } from "./calls";
import type { BlockDeclaration, OwnFilter } from "./declaration";
import { defaultView, ownFilter } from "./viewState";

/** The blocks of a screen: the answer with all of them, and the call to fetch one again. */
export type ScreenBlocks = {
  readonly call: BlocksCall;
  readonly params: FilterParams;
  readonly all: Pick<
    UseQueryResult<Blocks>,
    "data" | "error" | "isPending" | "isPlaceholderData" | "refetch"
  >;
};

/** The same object while what it holds is the same. */
function useSame<T extends object>(given: T): T {
  const text = JSON.stringify(given);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the object.
  return useMemo(() => given, [text]);
}

/**
 * Fetches every block of a breakdown. What it returns changes only with the answer, so that nothing else redraws blocks.
 *
 * @param given the applied filters, and the additional parameters of the screen
 * @param options `blocking` as in the options of a call
 */
export function useBlocks(
  blocks: BlocksCall,
  given: FilterParams,
  { blocking }: Pick<CallOptions, "blocking"> = {},
): ScreenBlocks {
  const { path, read } = blocks;
  const params = useSame(given);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [path, params],
    queryFn: async ({ signal }) =>
      read(await callDeclared("POST", path, params, { signal, blocking }), params),
    placeholderData: keepLast(path),
  });
  return useMemo(
    () => ({ call: blocks, params, all: { data, error, isPending, isPlaceholderData, refetch } }),
    [blocks, params, data, error, isPending, isPlaceholderData, refetch],
  );
}

/** Whether two own filters are equivalent. */
export function sameOwnFilter(a: OwnFilter, b: OwnFilter): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof OwnFilter>;
  return [...keys].every((key) => a[key] === b[key]);
}

/** The parameters of a block with its own filter; null removes one. */
function sentBy(params: FilterParams, own: OwnFilter): FilterParams {
  return Object.fromEntries(Object.entries({ ...params, ...own }).filter(([, value]) => value !== null));
}

/** The state of one block on a screen. */
export type BlockState = {
  /** The answer, or the previous one while the next loads; undefined before the first. */
  readonly block: BlockData | undefined;
  /** What the block is loaded by: with the others, or alone. */
  readonly source: Source<unknown>;
  /** Whether the figures shown belong to the previous filters. */
  readonly isStale: boolean;
};

/**
 * One block of a screen with its own filter.
 *
 * By default the block loads with the others. With another choice it is fetched alone, and again
 * whenever the top filters change, so that the choice survives them.
 *
 * @param declaration determines the own filter that the screen's call applies
 * @param own the chosen own filter
 */
export function useBlock(screen: ScreenBlocks, declaration: BlockDeclaration, own: OwnFilter): BlockState {
  const { block: id } = declaration;
  const opening = defaultView(declaration);
  const { timeScale = opening.timeScale } = screen.params;
  const isDefault = sameOwnFilter(own, ownFilter(declaration, { ...opening, timeScale }));
  const { path, read } = screen.call.one(id);
  const fromAll = screen.all.data?.[id];
  const alone = useQuery<BlockData | null>({
    queryKey: [path, screen.params, own],
    queryFn: async ({ signal }) => {
      const params = sentBy(screen.params, own);
      return read(await callDeclared("POST", path, params, { signal }), params);
    },
    enabled: !isDefault,
    placeholderData: (before) => before ?? fromAll,
  });
  const source = isDefault ? screen.all : alone;
  return {
    block: isDefault ? fromAll : (alone.data ?? undefined),
    source,
    isStale: source.isPlaceholderData,
  };
}

/**
 * The same block in another window, for tables that compare; nothing is fetched without one. The call is the same, so that
 * the server hides what is small in either window.
 */
export function useBlockIn(
  screen: ScreenBlocks,
  { block: id }: BlockDeclaration,
  own: OwnFilter,
  window: Window | null,
): BlockState {
  const { path, read } = screen.call.one(id);
  const params: FilterParams = useSame({
    ...screen.params,
    ...(window && { period: "SELECTED_DATE", startDate: window.start, endDate: window.end }),
    comparison: "NONE",
  });
  const source = useQuery<BlockData | null>({
    queryKey: [path, params, own],
    queryFn: async ({ signal }) => {
      const sent = sentBy(params, own);
      return read(await callDeclared("POST", path, sent, { signal }), sent);
    },
    enabled: window !== null,
    placeholderData: (before) => before,
  });
  return { block: source.data ?? undefined, source, isStale: source.isPlaceholderData };
}
