import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { data as copy } from "#texts/data";
import { saveCsv } from "../../../figures/blocks/frame/download";
import type { LoadDetails } from "../../../generated/wire";
import { Button, Dialog } from "../../../kit";
import { type Column, DataTable } from "../../../kit/DataTable";
import { Fact, Facts } from "../../../kit/parts/Facts";
import { LoadedList } from "../../../kit/parts/LoadedList";
import { Pill } from "../../../kit/parts/Pill";
import { formatBytes, formatTime, inPageForm } from "../../../kit/parts/time";
import { formatNumber } from "../../../texts/format";
import { useAdmin } from "../useAdmin";
import css from "./data.module.css";
import { faultsCsv, isOver, localized, reportOf, toneOf } from "./loads";
import { TableName } from "./TableName";

/** How many replaced days are listed. */
const SHOWN_DAYS = 100;

const inFull = (number: number) => formatNumber(number, { inFull: true });

/** All that is known of a load. */
export default function LoadDialog({
  id,
  onClose,
}: {
  readonly id: number | null;
  readonly onClose: () => void;
}) {
  const details = useAdmin(`loads/${id ?? 0}`, {
    enabled: id !== null,
    again: (answer) => (answer && !isOver(answer.load) ? 1000 : false),
  });
  return (
    <Dialog open={id !== null} onClose={onClose} title={copy.progressTitle(id ?? 0)} size="lg">
      {id !== null && <LoadedList of={details}>{(answer) => <Details details={answer} />}</LoadedList>}
    </Dialog>
  );
}

function Details({ details }: { readonly details: LoadDetails }) {
  const { load, files, faults } = details;
  const { warnings = [], headlines = [], replaced = [], references = [] } = reportOf(details);
  const more = replaced.length - SHOWN_DAYS;
  return (
    <div className={css.details}>
      <Facts>
        <Fact term={copy.kind}>{copy.kinds[load.kind]}</Fact>
        <Fact term={copy.state}>
          <Pill tone={toneOf(load)}>{copy.states[load.state]}</Pill>
        </Fact>
        <Fact term={copy.queued}>{formatTime(load.queuedAt)}</Fact>
        <Fact term={copy.from}>{load.actor ?? copy.origins[load.origin]}</Fact>
        {load.rows !== null && <Fact term={copy.rows}>{inFull(load.rows)}</Fact>}
      </Facts>
      {load.message && <p className={css.message}>{inPageForm(load.message)}</p>}
      {faults.length > 0 && (
        <Part
          title={copy.faults}
          actions={
            <Button
              size="sm"
              icon={<Download aria-hidden="true" />}
              onClick={() => saveCsv(`bond-load-${load.id}-faults.csv`, faultsCsv(faults))}
            >
              {copy.saveFaults}
            </Button>
          }
        >
          {load.faultCount > faults.length && (
            <p className={css.quiet}>{copy.faultsOf(inFull(faults.length), inFull(load.faultCount))}</p>
          )}
          <DataTable
            caption={copy.faults}
            columns={[
              { key: "file", title: copy.file, cell: ({ fault }) => fault.file },
              { key: "line", title: copy.line, isNumber: true, cell: ({ fault }) => fault.line ?? "" },
              {
                key: "column",
                title: copy.column,
                cell: ({ fault }) => <span className={css.column}>{fault.column ?? ""}</span>,
              },
              { key: "text", title: copy.fault, cell: ({ fault }) => fault.text },
            ]}
            rows={faults.map((fault, at) => ({ fault, at }))}
            keyOf={({ at }) => at}
            empty={null}
          />
        </Part>
      )}
      {warnings.length > 0 && (
        <Part title={copy.warnings}>
          <ul className={css.warnings}>
            {warnings.map((warning) => (
              <li key={warning}>{inPageForm(warning)}</li>
            ))}
          </ul>
        </Part>
      )}
      {headlines.length > 0 && (
        <Part title={copy.headlines}>
          <DataTable
            caption={copy.headlines}
            columns={[
              { key: "what", title: copy.figure, cell: ({ what }) => what },
              {
                key: "before",
                title: copy.beforeLoad,
                isNumber: true,
                cell: ({ before }) => localized(before),
              },
              { key: "after", title: copy.afterLoad, isNumber: true, cell: ({ after }) => localized(after) },
            ]}
            rows={headlines}
            keyOf={({ what }) => what}
            empty={null}
          />
        </Part>
      )}
      {files.length > 0 && (
        <Part title={copy.files}>
          <DataTable
            caption={copy.files}
            columns={[
              { key: "name", title: copy.file, cell: ({ name }) => name },
              { key: "table", title: copy.table, cell: ({ table }) => <TableName table={table} /> },
              ...sourceOf(files),
              { key: "rows", title: copy.rows, isNumber: true, cell: ({ rows }) => inFull(rows) },
              {
                key: "size",
                title: copy.size,
                isNumber: true,
                isExtra: true,
                cell: ({ bytes }) => formatBytes(bytes),
              },
            ]}
            rows={files}
            keyOf={({ name, table, source }) => `${name} ${table} ${source}`}
            empty={null}
          />
        </Part>
      )}
      {references.length > 0 && (
        <Part title={copy.references}>
          <DataTable
            caption={copy.references}
            columns={[
              { key: "table", title: copy.table, cell: ({ table }) => <TableName table={table} /> },
              { key: "added", title: copy.added, isNumber: true, cell: ({ added }) => inFull(added) },
              { key: "changed", title: copy.changed, isNumber: true, cell: ({ changed }) => inFull(changed) },
              { key: "same", title: copy.same, isNumber: true, cell: ({ same }) => inFull(same) },
            ]}
            rows={references}
            keyOf={({ table }) => table}
            empty={null}
          />
        </Part>
      )}
      {replaced.length > 0 && (
        <Part title={copy.replaced}>
          <DataTable
            caption={copy.replaced}
            columns={[
              { key: "table", title: copy.table, cell: ({ table }) => <TableName table={table} /> },
              ...sourceOf(replaced),
              { key: "day", title: copy.day, cell: ({ day }) => day ?? copy.wholeTable },
              { key: "before", title: copy.beforeLoad, isNumber: true, cell: ({ before }) => inFull(before) },
              { key: "after", title: copy.afterLoad, isNumber: true, cell: ({ after }) => inFull(after) },
            ]}
            rows={replaced.slice(0, SHOWN_DAYS)}
            keyOf={({ table, source, day }) => `${table} ${day} ${source}`}
            empty={null}
          />
          {more > 0 && <p className={css.quiet}>{copy.moreDays(inFull(more))}</p>}
        </Part>
      )}
    </div>
  );
}

/** The column of sources, where a row has one. */
function sourceOf<R extends { readonly source?: string }>(rows: readonly R[]): readonly Column<R>[] {
  if (!rows.some(({ source }) => source)) return [];
  return [{ key: "source", title: copy.source, cell: ({ source }) => source ?? "" }];
}

type PartProps = { readonly title: string; readonly actions?: ReactNode; readonly children: ReactNode };

function Part({ title, actions, children }: PartProps) {
  return (
    <section className={css.part}>
      <header className={css.partHead}>
        <h3>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
