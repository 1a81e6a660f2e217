import { useContext, useMemo } from "react";
import { charts as copy } from "#texts/blocks";
import { flows } from "#texts/flows";
import { filters } from "#texts/page";
import { useMinimumMembers } from "../../../api/query";
import type { TableRow, ViewByH2 } from "../../../generated/wire";
import { Select } from "../../../kit/Select";
import { formatRange } from "../../../texts/format";
import { notesOf, useCounting } from "../../filters/counting";
import { GROUPINGS, OFFERED } from "../../filters/groupings";
import { WaysContext } from "../../ways/ways";
import type { TableBlock } from "../declaration";
import { canCompare } from "../declaration";
import { addsUp, columnsOf } from "../figureInfo";
import { BlockFrame } from "../frame/BlockFrame";
import type { BlockViewProps } from "../frame/blockViewProps";
import { DownloadButton, saveRows } from "../frame/DownloadButton";
import { Locked } from "../frame/locked";
import { useBlock, useBlockIn } from "../useBlocks";
import { ownFilter, secondLevels } from "../viewState";
import { CompareButton } from "./CompareButton";
import { bothOf, comparedColumns, comparedRows } from "./compared";
import { Table } from "./Table";
import { tableRows } from "./tableRows";
import { useOrdered } from "./useOrdered";

const NO_ROWS: readonly TableRow[] = [];
const labelOf = (level: ViewByH2) => (level === "NONE" ? copy.noLevel : GROUPINGS[level].label);
const FIRST_OPTIONS = OFFERED.map((value) => ({ value, label: labelOf(value) }));

/** A table by user groups with its two-level view-by. */
export function TableBlockView(props: BlockViewProps<TableBlock>) {
  const { declaration, screen, choice, onChoose, currency, percentDecimals, compared } = props;
  const { title } = declaration;
  const { viewByH1, viewByH2, sort } = choice;
  const state = useBlock(screen, declaration, ownFilter(declaration, choice));
  const isLocked = useContext(Locked);
  const ways = useContext(WaysContext);
  const wayTo = declaration.ofMoves ? ways?.moves : ways?.to;
  const wayHint = declaration.ofMoves && ways ? flows.opens : undefined;
  const leastMembers = useMinimumMembers();
  const counting = useCounting(screen.params);
  const own = useMemo(
    () => columnsOf(screen.call.figures(declaration.block), declaration.columns),
    [screen.call, declaration],
  );
  const data = state.block?.form === "groups" ? state.block : null;
  const mayCompare = canCompare(declaration) && !isLocked && Boolean(compared);
  const isCompared = mayCompare && choice.isCompared;
  const earlier = useBlockIn(
    screen,
    declaration,
    ownFilter(declaration, choice),
    isCompared ? (compared ?? null) : null,
  );
  const before = earlier.block?.form === "groups" ? earlier.block : null;
  const figures = screen.call.figures(declaration.block);
  const columns = useMemo(
    () => (isCompared ? comparedColumns(own, declaration.columns, figures) : own),
    [isCompared, own, declaration, figures],
  );
  const rows = useMemo(() => {
    const now = data?.rows ?? NO_ROWS;
    if (!isCompared) return now;
    const partial = before?.partial ?? [];
    return comparedRows(now, before?.rows ?? NO_ROWS, columns, (field) => !partial.includes(field));
  }, [isCompared, data, before, columns]);
  // The header names the grouping of the answer shown, even while another one loads.
  const shown = data ?? choice;
  const groupings = [shown.viewByH1, ...(shown.viewByH2 === "NONE" ? [] : [shown.viewByH2])];
  const levels = groupings.map(labelOf);
  const { answered, ordered } = useOrdered(rows, sort, "answer");

  return (
    <BlockFrame
      view={props}
      state={isCompared ? bothOf(state, earlier) : state}
      flush
      isEmpty={answered.length === 0}
      notes={[
        ...(isCompared && compared ? [filters.comparedWith(formatRange(compared.start, compared.end))] : []),
        ...notesOf(
          groupings,
          columns.some(({ unit }) => addsUp(unit)),
          declaration.ofMoves ? null : counting,
        ),
        ...(wayHint ? [wayHint] : []),
      ]}
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
            {mayCompare && <CompareButton {...{ declaration, choice, onChoose }} />}
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
        wayHint={wayHint}
        wayOf={({ name }, above) => {
          const [first, second] = groupings;
          if (!wayTo || !first) return null;
          if (!above) return wayTo([{ kind: first, name }]);
          return second
            ? wayTo([
                { kind: first, name: above.name },
                { kind: second, name },
              ])
            : null;
        }}
      />
    </BlockFrame>
  );
}
