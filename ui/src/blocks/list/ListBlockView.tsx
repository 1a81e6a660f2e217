import { Download } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { blocks as copy } from "../../copy";
import { Button } from "../../kit/Button";
import { EmptyState } from "../../kit/EmptyState";
import { IconButton } from "../../kit/IconButton";
import { SearchField } from "../../kit/SearchField";
import type { ListBlock, Sort } from "../declaration";
import { columnsOf } from "../figureInfo";
import { BlockFrame } from "../frame/BlockFrame";
import { BlockNote } from "../frame/BlockNote";
import type { BlockViewProps } from "../frame/blockViewProps";
import { toCsv } from "../frame/csv";
import { fileName, saveCsv } from "../frame/download";
import { EmptyBlock } from "../frame/EmptyBlock";
import { sortRows } from "../table/sorting";
import { Table } from "../table/Table";
import { TableSkeleton } from "../table/TableSkeleton";
import { tableRows } from "../table/tableRows";
import { useBlock } from "../useBlocks";
import css from "./ListBlockView.module.css";
import { listRows, matching, rowsIn, rowsLeftOut } from "./listRows";

/** Asks for every row there is; a schedule's then go back into the past. */
const EVERYTHING = 0;
/** Asks for the rows that the first ones were taken from. */
const NO_CAP = null;

/** A list; the first rows of it until the reader asks for all. */
export function ListBlockView(props: BlockViewProps<ListBlock>) {
  const { declaration, wide, screen, filePrefix, own, onOwn, window, currency, percentDecimals } = props;
  const { title, subtitle, note, part, first, rank, search, show } = declaration;
  const state = useBlock(screen, declaration.block, declaration, own);
  const [sort, setSort] = useState(declaration.sort);
  const [text, setText] = useState("");
  const [isWhole, setWhole] = useState(show === undefined);
  const columns = useMemo(
    () => columnsOf(screen.call.figures(declaration.block), declaration.columns),
    [screen.call, declaration],
  );
  const rows = useMemo(
    () => (state.block ? listRows(rowsIn(state.block, part), first.field) : []),
    [state.block, part, first.field],
  );
  const leftOut = state.block ? rowsLeftOut(state.block, rows.length) : 0;
  const loadRest = () => {
    if (leftOut !== 0 && own.recordCount === undefined) onOwn({ ...own, recordCount: NO_CAP });
  };
  const sortBy = (next: Sort) => {
    setSort(next);
    // The first rows by one column are not the first by another: all are needed to order them.
    loadRest();
  };
  const searchFor = (next: string) => {
    setText(next);
    loadRest();
  };
  const found = useMemo(() => sortRows(matching(rows, columns, text), sort), [rows, columns, text, sort]);
  const shown = isWhole || show === undefined ? found : found.slice(0, show);
  const isCut = leftOut !== 0 || shown.length < found.length;
  const [isSaving, setSaving] = useState(false);
  const isLoaded = !state.isStale && (leftOut === 0 || own.recordCount !== undefined);
  useEffect(() => {
    if (!isSaving || !isLoaded) return;
    setSaving(false);
    if (state.error) return;
    const lines = tableRows(found, columns, [first.label], { total: copy.total, currency, rank });
    saveCsv(fileName([...filePrefix, title], window, "csv"), toCsv(lines));
  }, [
    isSaving,
    isLoaded,
    state.error,
    found,
    columns,
    first.label,
    rank,
    filePrefix,
    title,
    window,
    currency,
  ]);
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
          {search && (
            <SearchField
              label={copy.searchIn(title)}
              placeholder={search}
              value={text}
              onChange={searchFor}
            />
          )}
          <IconButton
            label={copy.toolOf(copy.downloadCsv, title)}
            icon={<Download />}
            disabled={found.length === 0}
            onClick={() => {
              // A file does not tell that rows are missing from it: it is saved once all are there.
              loadRest();
              setSaving(true);
            }}
          />
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyBlock title={copy.emptyTitle(title)} />
      ) : found.length === 0 ? (
        <EmptyState title={copy.noMatchTitle} detail={copy.noMatchHint} />
      ) : (
        <Table
          label={title}
          firstColumn={first.label}
          firstText={first.format}
          rank={rank}
          columns={columns}
          rows={shown}
          sort={sort}
          onSort={sortBy}
          currency={currency}
          percentDecimals={percentDecimals}
        />
      )}
      {isCut && (
        <div className={css.more}>
          <Button
            size="sm"
            onClick={() => {
              setWhole(true);
              if (leftOut !== 0) onOwn({ ...own, recordCount: EVERYTHING });
            }}
          >
            {copy.showAll(leftOut === null ? null : found.length + leftOut)}
          </Button>
        </div>
      )}
      {note && found.length > 0 && <BlockNote flush>{note}</BlockNote>}
    </BlockFrame>
  );
}
