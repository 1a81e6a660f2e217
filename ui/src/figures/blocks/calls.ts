import type {
  AnyBlock,
  BreakdownPath,
  RowsAnswer,
  RowsPath,
  UnwrappedAnswer,
  UnwrappedPath,
} from "../../generated/calls";
import type { FilterParams } from "../../generated/wire";
import { type BlockData, type Blocks, infosOf, readBlock } from "./blockData";
import { type FigureInfo, figuresOf } from "./figureInfo";

/** The calls behind the blocks of a screen. */
export type BlocksCall = {
  /** The path of the call that returns all of them. */
  readonly path: string;
  read(body: unknown, params: FilterParams): Blocks;
  /** The call that returns one of them. */
  one(block: string): { readonly path: string; read(body: unknown, params: FilterParams): BlockData | null };
  /** The figures of a block, in the order of its rows. */
  figures(block: string): readonly FigureInfo[];
};

/** A breakdown: `/breakdowns` returns all blocks, `/breakdown/{block}` one. */
export function breakdownCall(endpoint: BreakdownPath): BlocksCall {
  const infos = infosOf(endpoint);
  const infoOf = (block: string) => {
    const info = infos[block];
    if (!info) throw new Error(`${endpoint} has no block ${block}.`);
    return info;
  };
  return {
    path: `${endpoint}/breakdowns`,
    read: (body) =>
      Object.fromEntries(
        Object.entries(body as Record<string, AnyBlock>).map(([id, answer]) => [
          id,
          readBlock(answer, infoOf(id)),
        ]),
      ),
    one: (block) => ({
      path: `${endpoint}/breakdown/${block}`,
      read: (body) => readBlock(body as AnyBlock, infoOf(block)),
    }),
    figures: (block) => figuresOf(infoOf(block)),
  };
}

/** A call that only returns all blocks at once: a block with its own filter requests all of them again. */
function wholeCall(path: string, read: BlocksCall["read"], figures: BlocksCall["figures"]): BlocksCall {
  return {
    path,
    read,
    one: (block) => ({ path, read: (body, params) => read(body, params)[block] ?? null }),
    figures,
  };
}

/** A breakdown that returns plain data, which its screen converts to blocks. */
export function unwrappedCall<P extends UnwrappedPath>(
  endpoint: P,
  read: (answer: UnwrappedAnswer<P>) => Blocks,
) {
  const figures = Object.values(infosOf(endpoint)).flatMap(figuresOf);
  return wholeCall(
    `${endpoint}/breakdowns`,
    (body) => read(body as UnwrappedAnswer<P>),
    () => figures,
  );
}

/** A call that returns the rows of one list, which are texts. */
export function rowsCall<P extends RowsPath>(
  path: P,
  read: (rows: RowsAnswer<P>, params: FilterParams) => Blocks,
): BlocksCall {
  return wholeCall(
    path,
    (body, params) => read(body as RowsAnswer<P>, params),
    () => [],
  );
}
