import type { BlockData } from "../blockData";
import { pieOfData } from "../chart/models";
import type { BlockDeclaration } from "../declaration";
import { rowsIn, rowsLeftOut } from "../list/listRows";

/** Whether a block has nothing to show and is left out of its screen. */
export function isEmptyBlock(declaration: BlockDeclaration, data: BlockData | undefined): boolean {
  if (!data) return true;
  // It says that figures are hidden.
  if (data.hidden) return false;
  if (data.form === "periods") {
    const { fields, field } = declaration.kind === "line" ? declaration : {};
    const drawn = fields ?? (field === undefined ? undefined : [field]);
    return data.lines.every(({ figures }) =>
      (drawn ?? Object.keys(figures)).every(
        (name) => figures[name]?.every((value) => value === null) ?? true,
      ),
    );
  }
  if (data.form === "flows") return data.notLoaded !== undefined;
  if (declaration.kind === "pie") return pieOfData(data, "", declaration.value).slices.length === 0;
  if (data.form === "groups") return !data.rows.some((row) => !row.isTotal || row.records.length > 0);
  const part = declaration.kind === "list" ? declaration.part : undefined;
  return rowsIn(data, part).length === 0 && rowsLeftOut(data, 0) === 0;
}
