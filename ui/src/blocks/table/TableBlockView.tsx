import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import type { TableRow, ViewByH1, ViewByH2 } from "../../api/generated/wire";
import { blocks as copy } from "../../copy";
import { FIRST_GROUPING, GROUPINGS, notesOf, OFFERED } from "../../filters/groupings";
import { IconButton } from "../../kit/IconButton";
import { Select } from "../../kit/Select";
import type { TableBlock } from "../declaration";
import { addsUp, columnsOf } from "../figureInfo";
import { BlockFrame } from "../frame/BlockFrame";
import { BlockNote } from "../frame/BlockNote";
import type { BlockViewProps } from "../frame/blockViewProps";
import { toCsv } from "../frame/csv";
import { fileName, saveCsv } from "../frame/download";
import { EmptyBlock } from "../frame/EmptyBlock";
import { useBlock } from "../useBlocks";
import { sortRows } from "./sorting";
import { Table } from "./Table";
import { TableSkeleton } from "./TableSkeleton";
import { tableRows } from "./tableRows";

const labelOf = (level: ViewByH2) => (level === "NONE" ? copy.noLevel : GROUPINGS[level].label);
const FIRST_OPTIONS = OFFERED.map((value) => ({ value, label: labelOf(value) }));

/** The groupings the second level may take: none, and all but the first level's. */
export function secondLevels(first: ViewByH1): ViewByH2[] {
  return ["NONE", ...OFFERED.filter((level) => level !== first)];
}

/** A table by user groups with its two-level view-by. */
export function TableBlockView(props: BlockViewProps<TableBlock>) {
  const { declaration, wide, screen, filePrefix, own, onOwn, window, currency, percentDecimals } = props;
  const { title, subtitle, note } = declaration;
  const state = useBlock(screen, declaration.block, declaration, own);
  const [sort, setSort] = useState(declaration.sort);
  const columns = useMemo(
    () => columnsOf(screen.call.figures(declaration.block), declaration.columns),
    [screen.call, declaration],
  );
  const first = own.viewByH1 ?? FIRST_GROUPING;
  const second = own.viewByH2 ?? "NONE";
  // The header names the grouping of the answer shown, while another one is loading.
  const data = state.block?.form === "groups" ? state.block : null;
  const shown = data ?? { viewByH1: first, viewByH2: second };
  const groupings = [shown.viewByH1, ...(shown.viewByH2 === "NONE" ? [] : [shown.viewByH2])];
  const levels = groupings.map(labelOf);
  const notes = notesOf(
    groupings,
    columns.some(({ unit }) => addsUp(unit)),
  );
  const rows: readonly TableRow[] = data?.rows ?? [];

  return (
    <BlockFrame
      title={title}
      subtitle={typeof subtitle === "string" ? subtitle : undefined}
      wide={wide}
      flush
      state={state}
      skeleton={<TableSkeleton columns={columns.length} />}
      tools={
        <>
          <Select
            label={copy.viewBy}
            options={FIRST_OPTIONS}
            value={first}
            onChange={(viewByH1) => onOwn({ ...own, viewByH1, viewByH2: "NONE" })}
          />
          <Select
            label={copy.thenBy}
            options={secondLevels(first).map((value) => ({ value, label: labelOf(value) }))}
            value={second}
            onChange={(viewByH2) => onOwn({ ...own, viewByH2 })}
          />
          <IconButton
            label={copy.toolOf(copy.downloadCsv, title)}
            icon={<Download />}
            disabled={rows.length === 0}
            onClick={() =>
              saveCsv(
                fileName([...filePrefix, title], window, "csv"),
                toCsv(tableRows(sortRows(rows, sort), columns, levels, { total: copy.total, currency })),
              )
            }
          />
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyBlock title={copy.emptyTitle(title)} />
      ) : (
        <>
          <Table
            label={title}
            firstColumn={levels.join(" / ")}
            columns={columns}
            rows={rows}
            sort={sort}
            onSort={setSort}
            currency={currency}
            percentDecimals={percentDecimals}
          />
          {notes.map((text) => (
            <BlockNote key={text} flush>
              {text}
            </BlockNote>
          ))}
          {note && <BlockNote flush>{note}</BlockNote>}
        </>
      )}
    </BlockFrame>
  );
}
