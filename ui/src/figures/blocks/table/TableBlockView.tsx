import { useContext, useMemo } from "react";
import { charts as copy } from "#texts/blocks";
import { useMinimumMembers } from "../../../api/query";
import type { TableRow, ViewByH2 } from "../../../generated/wire";
import { Select } from "../../../kit/Select";
import { notesOf, useCounting } from "../../filters/counting";
import { GROUPINGS, OFFERED } from "../../filters/groupings";
import { WaysContext } from "../../ways/ways";
import type { TableBlock } from "../declaration";
import { addsUp, columnsOf } from "../figureInfo";
import { BlockFrame } from "../frame/BlockFrame";
import type { BlockViewProps } from "../frame/blockViewProps";
import { DownloadButton, saveRows } from "../frame/DownloadButton";
import { Locked } from "../frame/locked";
import { useBlock } from "../useBlocks";
import { ownFilter, secondLevels } from "../viewState";
import { Table } from "./Table";
import { tableRows } from "./tableRows";
import { useOrdered } from "./useOrdered";

const NO_ROWS: readonly TableRow[] = [];
const labelOf = (level: ViewByH2) => (level === "NONE" ? copy.noLevel : GROUPINGS[level].label);
const FIRST_OPTIONS = OFFERED.map((value) => ({ value, label: labelOf(value) }));

/** A table by user groups with its two-level view-by. */
export function TableBlockView(props: BlockViewProps<TableBlock>) {
  const { declaration, screen, choice, onChoose, currency, percentDecimals } = props;
  const { title } = declaration;
  const { viewByH1, viewByH2, sort } = choice;
  const state = useBlock(screen, declaration, ownFilter(declaration, choice));
  const isLocked = useContext(Locked);
  const ways = useContext(WaysContext);
  const leastMembers = useMinimumMembers();
  const counting = useCounting(screen.params);
  const columns = useMemo(
    () => columnsOf(screen.call.figures(declaration.block), declaration.columns),
    [screen.call, declaration],
  );
  const data = state.block?.form === "groups" ? state.block : null;
  // The header names the grouping of the answer shown, even while another one loads.
  const shown = data ?? choice;
  const groupings = [shown.viewByH1, ...(shown.viewByH2 === "NONE" ? [] : [shown.viewByH2])];
  const levels = groupings.map(labelOf);
  const { answered, ordered } = useOrdered(data?.rows ?? NO_ROWS, sort, "answer");

  return (
    <BlockFrame
      view={props}
      state={state}
      flush
      isEmpty={answered.length === 0}
      notes={notesOf(
        groupings,
        columns.some(({ unit }) => addsUp(unit)),
        declaration.ofMoves ? null : counting,
      )}
      tools={
        !isLocked && (
          <>
            <Select
              label={copy.viewBy}
              options={FIRST_OPTIONS}
              value={viewByH1}
              onChange={(first) => onChoose({ viewByH1: first, viewByH2: "NONE" })}
            />
            <Select
              label={copy.thenBy}
              options={secondLevels(viewByH1).map((value) => ({ value, label: labelOf(value) }))}
              value={viewByH2}
              onChange={(second) => onChoose({ viewByH2: second })}
            />
            <DownloadButton
              title={title}
              format="csv"
              disabled={answered.length === 0}
              onClick={() =>
                saveRows(
                  props,
                  tableRows(ordered, columns, levels, { total: copy.total, currency, leastMembers }),
                )
              }
            />
          </>
        )
      }
    >
      <Table
        label={title}
        firstColumn={levels.join(" / ")}
        columns={columns}
        rows={ordered}
        all={answered}
        sort={sort}
        onSort={(next) => onChoose({ sort: next })}
        currency={currency}
        percentDecimals={percentDecimals}
        wayOf={({ name }, above) => {
          const [first, second] = groupings;
          if (!ways || !first) return null;
          if (!above) return ways.to([{ kind: first, name }]);
          return second
            ? ways.to([
                { kind: first, name: above.name },
                { kind: second, name },
              ])
            : null;
        }}
      />
    </BlockFrame>
  );
}
