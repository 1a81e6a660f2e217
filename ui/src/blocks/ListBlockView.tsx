import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import type { TableRow } from "../api/generated/wire";
import { blocks as copy } from "../copy";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { IconButton } from "../ui/IconButton";
import { BlockFrame } from "./BlockFrame";
import type { BlockViewProps } from "./blockViewProps";
import { toCsv } from "./csv";
import { type ListBlock, tableColumns } from "./declaration";
import { fileName, saveCsv } from "./download";
import css from "./ListBlockView.module.css";
import { type Sort, sortRows } from "./table/sorting";
import { Table } from "./table/Table";
import { TableSkeleton } from "./table/TableSkeleton";
import { tableRows } from "./table/tableRows";
import { useBlock } from "./useBlocks";

/** Rows of a list as rows of a table: the naming field first, no levels. */
export function listRows(data: unknown, nameField: string): TableRow[] {
  if (!Array.isArray(data)) return [];
  return (data as Record<string, string | number>[]).map((row) => ({
    ...row,
    name: String(row[nameField] ?? ""),
    isTotal: false,
    records: [],
  }));
}

/** A list; the first rows of it until the reader asks for all. */
export function ListBlockView(props: BlockViewProps<ListBlock>) {
  const { declaration, wide, screen, own, onOwn, window, currency } = props;
  const { title, subtitle, first } = declaration;
  const state = useBlock(screen, declaration.block, declaration, own);
  const [sort, setSort] = useState(declaration.sort);
  const columns = useMemo(() => tableColumns(declaration.columns), [declaration]);
  const rows = listRows(state.block?.data, first.field);
  const count = state.block?.total ?? rows.length;
  const isCapped = count > rows.length;
  const sortBy = (next: Sort) => {
    setSort(next);
    // The first rows by one column are not the first by another: all are needed to order them.
    if (isCapped) onOwn({ ...own, recordCount: 0 });
  };
  return (
    <BlockFrame
      title={title}
      subtitle={typeof subtitle === "string" ? subtitle : undefined}
      wide={wide}
      flush
      state={state}
      skeleton={<TableSkeleton columns={columns.length} />}
      tools={
        <IconButton
          label={copy.toolOf(copy.downloadCsv, title)}
          icon={<Download />}
          disabled={rows.length === 0}
          onClick={() =>
            saveCsv(
              fileName(title, window, "csv"),
              toCsv(tableRows(sortRows(rows, sort), columns, [first.label], copy.total)),
            )
          }
        />
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={copy.emptyTitle(title)} detail={copy.emptyHint} />
      ) : (
        <>
          <Table
            label={title}
            firstColumn={first.label}
            columns={columns}
            rows={rows}
            sort={sort}
            onSort={sortBy}
            currency={currency}
          />
          {isCapped && (
            <div className={css.more}>
              <Button size="sm" onClick={() => onOwn({ ...own, recordCount: 0 })}>
                {copy.showAll(count)}
              </Button>
            </div>
          )}
        </>
      )}
    </BlockFrame>
  );
}
