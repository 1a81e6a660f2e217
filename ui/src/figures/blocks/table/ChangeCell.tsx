import { charts as copy } from "#texts/blocks";
import type { TableRow } from "../../../generated/wire";
import { beforeOf, type Changing, changeOf } from "../column";
import { ChangePill, noteOf } from "../frame/ChangePill";
import { hiddenIn } from "../frame/hiddenIn";
import { isRowWithinChance } from "./compared";

export type ChangeCellProps = { readonly of: Changing; readonly row: TableRow };

/** The change of a figure in a row, as cards show it. */
export function ChangeCell({ of, row }: ChangeCellProps) {
  const { field, polarity } = of;
  const [before, change] = [row[beforeOf(field)], row[changeOf(field)]];
  const [hidden, beforeHidden] = [hiddenIn(row, field), hiddenIn(row, beforeOf(field))];
  const figures = {
    before: typeof before === "number" ? before : null,
    ...(beforeHidden && { beforeHidden }),
    ...(typeof before === "number" && before > 0 && { note: copy.noHistory }),
  };
  return (
    <ChangePill
      plain
      changePercent={typeof change === "number" ? change : null}
      polarity={polarity}
      isWithinChance={isRowWithinChance(row, of)}
      note={noteOf(figures, hidden)}
    />
  );
}
