import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../api/client";
import type { Block, FilterParams } from "../api/generated/wire";
import { type BlockDeclaration, type Blocks, defaultOwnFilter, type OwnFilter } from "./declaration";

/** The calls behind the blocks of a screen. */
export type BlocksCall = {
  /** The screen's path without `/breakdowns`, under which the generated table knows its blocks. */
  readonly endpoint: string;
  /** The call that answers them all; `/breakdowns` of the screen unless it is said otherwise. */
  readonly path?: string | undefined;
  /** Reads an answer that is no blocks as blocks. */
  readonly read?: ((body: unknown, params: FilterParams) => Blocks) | undefined;
  /**
   * The call that answers one of them and how it is read. Unless it is said otherwise that is
   * `/breakdown/{id}` of the screen, or the call of all where that answers no blocks.
   */
  readonly one?: { path(id: string): string; read(body: unknown): Block };
};

/** The blocks of a screen: the call that fetches them all, and what a block needs to fetch itself again. */
export type ScreenBlocks = {
  readonly endpoint: string;
  readonly params: FilterParams;
  readonly all: UseQueryResult<Blocks>;
  /** The path that answers a block with its own filter, and how its answer is read. */
  one(id: string): { path: string; read(body: unknown, params: FilterParams): Block | null };
};

/**
 * Fetches every block of a breakdown.
 *
 * @param params the applied filters, and the record count where the screen sends one
 */
export function useBlocks(blocks: BlocksCall, params: FilterParams): ScreenBlocks {
  const { endpoint, path = `${endpoint}/breakdowns`, read, one } = blocks;
  const all = useQuery({
    queryKey: [path, params],
    queryFn: async ({ signal }) => {
      const body = await call<unknown>("POST", path, params, { signal });
      return read ? read(body, params) : (body as Blocks);
    },
  });
  return {
    endpoint,
    params,
    all,
    one: (id) => {
      if (one) return { path: one.path(id), read: one.read };
      if (read) return { path, read: (body, sent) => read(body, sent)[id] ?? null };
      return { path: `${endpoint}/breakdown/${id}`, read: (body) => body as Block };
    },
  };
}

/** Whether two own filters choose the same. */
export function sameOwnFilter(a: OwnFilter, b: OwnFilter): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof OwnFilter>;
  return [...keys].every((key) => a[key] === b[key]);
}

/** What a block that chose for itself sends: what it chose to be nothing is not sent at all. */
function sentBy(params: FilterParams, own: OwnFilter): FilterParams {
  return Object.fromEntries(Object.entries({ ...params, ...own }).filter(([, value]) => value !== null));
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
  const { path, read } = screen.one(id);
  const fromAll = screen.all.data?.[id];
  const alone = useQuery<Block | null>({
    queryKey: [path, screen.params, own],
    queryFn: async ({ signal }) => {
      const params = sentBy(screen.params, own);
      return read(await call<unknown>("POST", path, params, { signal }), params);
    },
    enabled: !isDefault,
    placeholderData: (before) => before ?? fromAll,
  });
  const source = isDefault ? screen.all : alone;
  return {
    block: isDefault ? fromAll : (alone.data ?? undefined),
    isLoading: source.isPending,
    isStale: source.isPlaceholderData,
    error: source.error,
    retry: () => void source.refetch(),
  };
}
