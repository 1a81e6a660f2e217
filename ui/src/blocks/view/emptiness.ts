import type { Block } from "../../api/generated/wire";
import { isEmptyModel, lineModel, pieOfBlock } from "../chart/models";
import type { BlockDeclaration } from "../declaration";
import { figureIndex } from "../figureInfo";
import { listData, listRows, rowsLeftOut } from "../list/listRows";

/**
 * Whether the answer holds nothing to show, so that the block is left out of its screen.
 *
 * @param endpoint the screen's path without `/breakdowns`
 */
export function isEmptyBlock(
  endpoint: string,
  declaration: BlockDeclaration,
  block: Block | undefined,
): boolean {
  if (!block) return true;
  switch (declaration.kind) {
    case "line": {
      const { field } = declaration;
      const index = figureIndex(endpoint, block, declaration.block, field);
      return isEmptyModel(lineModel(block, { index, field }, 0, { current: "", previous: "" }));
    }
    case "pie":
      return pieOfBlock(block, "", declaration.value).slices.length === 0;
    case "table":
      return (
        !Array.isArray(block.data) ||
        !block.data.some(
          (row: { isTotal: boolean; records?: unknown[] }) => !row.isTotal || row.records?.length,
        )
      );
    case "list": {
      const rows = listRows(listData(block, declaration.part), "").length;
      return rows === 0 && rowsLeftOut(block, 0) === 0;
    }
    default:
      return !Array.isArray(block.data) || block.data.length === 0;
  }
}
