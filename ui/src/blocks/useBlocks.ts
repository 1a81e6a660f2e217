import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../api/client";
import type { Block, FilterParams } from "../api/generated/wire";
import { type BlockDeclaration, defaultOwnFilter, type OwnFilter } from "./declaration";

/** All blocks of a screen, by id. */
export type Blocks = Readonly<Record<string, Block | undefined>>;

/** The blocks of a screen: the call that fetches them all, and what a block needs to fetch itself again. */
export type ScreenBlocks = {
  readonly endpoint: string;
  readonly params: FilterParams;
  readonly all: UseQueryResult<Blocks>;
};

/**
 * Fetches every block of a breakdown.
 *
 * @param endpoint the screen's path without `/breakdowns`
 * @param params the applied filters, and the record count where the screen sends one
 */
export function useBlocks(endpoint: string, params: FilterParams): ScreenBlocks {
  const path = `${endpoint}/breakdowns`;
  const all = useQuery({
    queryKey: [path, params],
    queryFn: ({ signal }) => call<Blocks>("POST", path, params, { signal }),
  });
  return { endpoint, params, all };
}

/** Whether two own filters choose the same. */
export function sameOwnFilter(a: OwnFilter, b: OwnFilter): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof OwnFilter>;
  return [...keys].every((key) => (a[key] ?? null) === (b[key] ?? null));
}

/** One block as a screen shows it. */
export type BlockState = {
  /** The answer, or the one before it while the next is on its way; undefined before the first. */
  readonly block: Block | undefined;
  /** No answer yet. */
  readonly isLoading: boolean;
  /** The figures shown are of the filters before. */
  readonly isStale: boolean;
  readonly error: Error | null;
  retry(): void;
};

/**
 * One block of a screen with its own filter.
 *
 * With its default the block comes with the others. With another choice it is fetched alone, and again
 * whenever the top filters change, so that the choice survives them.
 *
 * @param id the wire's block id
 * @param declaration tells the own filter that the screen's call answers with
 * @param own the own filter now chosen; the screen holds it, as a block may be left out for a while
 */
export function useBlock(
  screen: ScreenBlocks,
  id: string,
  declaration: BlockDeclaration,
  own: OwnFilter,
): BlockState {
  const isDefault = sameOwnFilter(own, defaultOwnFilter(declaration));
  const path = `${screen.endpoint}/breakdown/${id}`;
  const fromAll = screen.all.data?.[id];
  const alone = useQuery<Block>({
    queryKey: [path, screen.params, own],
    queryFn: ({ signal }) => call<Block>("POST", path, { ...screen.params, ...own }, { signal }),
    enabled: !isDefault,
    placeholderData: (before) => before ?? fromAll,
  });
  const source = isDefault ? screen.all : alone;
  return {
    block: isDefault ? fromAll : alone.data,
    isLoading: source.isPending,
    isStale: source.isPlaceholderData,
    error: source.error,
    retry: () => void source.refetch(),
  };
}
