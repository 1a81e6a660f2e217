import { CalendarDays } from "lucide-react";
import { useState } from "react";
import { parts } from "#texts/admin";
import { data as copy } from "#texts/data";
import type { LoadedData, LoadedSource, LoadedState, LoadedTable } from "../../../generated/wire";
import { Dialog, IconButton } from "../../../kit";
import { type Column, DataTable } from "../../../kit/DataTable";
import { EmptyState } from "../../../kit/EmptyState";
import { Panel } from "../../../kit/parts/Panel";
import { Pill, type Tone } from "../../../kit/parts/Pill";
import { formatDate, formatNumber, formatRange } from "../../../texts/format";
import { calendarRows } from "./calendar";
import css from "./data.module.css";
import { TableName, tableName } from "./TableName";

const TONES: Readonly<Record<LoadedState, Tone>> = {
  fresh: "good",
  late: "warning",
  loaded: "plain",
  neverLoaded: "plain",
};

/** What is loaded of each table, what is late, and a calendar of each. */
export function LoadedTables({ data }: { readonly data: LoadedData }) {
  const [shown, setShown] = useState<string | null>(null);
  const table = data.tables.find((one) => one.table === shown);
  const late = data.tables.filter(({ state }) => state === "late");
  const columns: readonly Column<LoadedTable>[] = [
    { key: "table", title: copy.table, cell: ({ table }) => <TableName table={table} /> },
    {
      key: "state",
      title: copy.state,
      cell: ({ state }) => <Pill tone={TONES[state]}>{copy.loadedStates[state]}</Pill>,
    },
    {
      key: "rows",
      title: copy.rows,
      isNumber: true,
      cell: ({ rows }) => formatNumber(rows, { inFull: true }),
    },
    { key: "first", title: copy.firstDay, isExtra: true, cell: ({ firstDay }) => formatDate(firstDay) },
    { key: "last", title: copy.lastDay, isExtra: true, cell: ({ lastDay }) => formatDate(lastDay) },
    { key: "through", title: copy.through, isExtra: true, cell: ({ through }) => formatDate(through) },
    { key: "expected", title: copy.expected, isExtra: true, cell: ({ expectedBy }) => expectedBy ?? "" },
    {
      key: "actions",
      title: parts.actions,
      isActions: true,
      cell: ({ table, calendar }) =>
        calendar.length > 0 && (
          <IconButton
            label={copy.showCalendar(tableName(table))}
            icon={<CalendarDays aria-hidden="true" />}
            onClick={() => setShown(table)}
          />
        ),
    },
  ];
  return (
    <Panel title={copy.loadedTitle} detail={copy.loadedDetail(data.dataVersion)}>
      {late.length > 0 && (
        <div className={css.late} role="status">
          <p>{copy.lateTitle}</p>
          <ul>
            {late.map(({ table, lateSince }) => (
              <li key={table}>{copy.late(tableName(table), lateSince ?? "")}</li>
            ))}
          </ul>
        </div>
      )}
      <DataTable
        caption={copy.loadedTitle}
        columns={columns}
        rows={data.tables}
        keyOf={({ table }) => table}
        empty={<EmptyState title={copy.emptyTitle} />}
      />
      <Dialog
        open={table !== undefined}
        onClose={() => setShown(null)}
        title={copy.calendarOf(tableName(table?.table ?? ""))}
        size="lg"
      >
        {table && <TableCalendar table={table} />}
      </Dialog>
    </Panel>
  );
}

/** How many gaps are named. */
const SHOWN_GAPS = 12;

function TableCalendar({ table }: { readonly table: LoadedTable }) {
  const named = table.gaps.slice(0, SHOWN_GAPS).map(({ from, to }) => formatRange(from, to));
  const more = table.gaps.length - SHOWN_GAPS;
  if (more > 0) named.push(copy.moreGaps(more));
  return (
    <div className={css.calendar}>
      {table.sources.length > 0 && <Sources of={table} />}
      <p>{named.length > 0 ? copy.gaps(named.join("; ")) : copy.noGaps}</p>
      <p className={css.legend} aria-hidden="true">
        {copy.fewest}
        {[0, 1, 2, 3, 4].map((level) => (
          <span key={level} className={css.cell} data-level={level} />
        ))}
        {copy.most}
        {named.length > 0 && (
          <span className={css.gap}>
            <span className={css.cell} data-gap />
            {copy.gap}
          </span>
        )}
      </p>
      {/* The rows of the gaps are named above; each cell has its rows as a title. */}
      <table className={css.months}>
        <caption className="sr-only">{copy.calendarOf(tableName(table.table))}</caption>
        <tbody>
          {calendarRows(table).map(({ label, before, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {before > 0 && <td colSpan={before} />}
              {cells.map((cell) => (
                <td key={cell.label}>
                  <span
                    className={css.cell}
                    data-level={cell.level}
                    data-gap={cell.isGap || undefined}
                    title={
                      cell.isGap
                        ? copy.notLoaded(cell.label)
                        : copy.dayRows(cell.label, formatNumber(cell.rows, { inFull: true }))
                    }
                  >
                    <span className="sr-only">
                      {cell.isGap ? copy.notLoaded(cell.label) : formatNumber(cell.rows, { inFull: true })}
                    </span>
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What each system reports. */
function Sources({ of: { by, sources } }: { readonly of: LoadedTable }) {
  const inFull = (number: number) => formatNumber(number, { inFull: true });
  const days = by === "month" ? copy.monthsWithRows : copy.daysWithRows;
  const columns: readonly Column<LoadedSource>[] = [
    { key: "source", title: copy.source, cell: ({ source }) => source || copy.unnamedSource },
    { key: "first", title: copy.firstDay, cell: ({ firstDay }) => formatDate(firstDay) },
    { key: "last", title: copy.lastDay, cell: ({ lastDay }) => formatDate(lastDay) },
    { key: "days", title: days, isNumber: true, cell: ({ days }) => inFull(days) },
    { key: "rows", title: copy.rows, isNumber: true, cell: ({ rows }) => inFull(rows) },
  ];
  return (
    <DataTable
      caption={copy.sources}
      columns={columns}
      rows={sources}
      keyOf={({ source }) => source}
      empty={null}
      inset
    />
  );
}
