import { Undo2 } from "lucide-react";
import { useState } from "react";
import { parts } from "#texts/admin";
import { data as copy } from "#texts/data";
import type { Load, LoadList } from "../../../generated/wire";
import { Button, notify } from "../../../kit";
import { type Column, DataTable } from "../../../kit/DataTable";
import { EmptyState } from "../../../kit/EmptyState";
import { ConfirmDialog } from "../../../kit/parts/ConfirmDialog";
import { PAGE } from "../../../kit/parts/LoadedList";
import { Pager } from "../../../kit/parts/Pager";
import { Panel } from "../../../kit/parts/Panel";
import { Pill } from "../../../kit/parts/Pill";
import { formatSpan, formatTime } from "../../../kit/parts/time";
import { formatNumber } from "../../../texts/format";
import { followLoad } from "../../start/follow";
import { useAdminCall } from "../useAdmin";
import css from "./data.module.css";
import { isUndone, toneOf, undoable } from "./loads";

type LoadsTableProps = {
  readonly list: LoadList;
  /** The newest loads, whatever page is shown. */
  readonly newest: readonly Load[];
  readonly offset: number;
  readonly onOffset: (offset: number) => void;
  /** Opens the details of a load. */
  readonly onShow: (id: number) => void;
  readonly mayChange: boolean;
};

/** The ledger of loads. */
export function LoadsTable({ list, newest, offset, onOffset, onShow, mayChange }: LoadsTableProps) {
  const change = useAdminCall();
  const [isAsking, setAsking] = useState(false);
  const last = undoable(newest);
  const columns: readonly Column<Load>[] = [
    { key: "id", title: copy.number, cell: ({ id }) => id },
    {
      key: "kind",
      title: copy.kind,
      cell: ({ kind }) => <span className={css.whole}>{copy.kinds[kind]}</span>,
    },
    {
      key: "state",
      title: copy.state,
      cell: (load) =>
        load.state === "published" && isUndone(load, [...newest, ...list.loads]) ? (
          <Pill tone="plain">{copy.states.undone}</Pill>
        ) : (
          <Pill tone={toneOf(load)}>{copy.states[load.state]}</Pill>
        ),
    },
    { key: "queued", title: copy.queued, isExtra: true, cell: ({ queuedAt }) => formatTime(queuedAt) },
    { key: "took", title: copy.took, isExtra: true, cell: tookOf },
    {
      key: "from",
      title: copy.from,
      isExtra: true,
      cell: ({ actor, origin }) => actor ?? copy.origins[origin],
    },
    {
      key: "rows",
      title: copy.rows,
      isNumber: true,
      isExtra: true,
      cell: ({ rows }) => formatNumber(rows, { inFull: true }),
    },
    {
      key: "actions",
      title: parts.actions,
      isActions: true,
      cell: ({ id }) => (
        <Button size="sm" variant="ghost" aria-label={copy.detailsOf(id)} onClick={() => onShow(id)}>
          {copy.details}
        </Button>
      ),
    },
  ];
  return (
    <Panel
      title={copy.loadsTitle}
      detail={copy.loadsDetail}
      actions={
        mayChange &&
        last && (
          <Button size="sm" icon={<Undo2 aria-hidden="true" />} onClick={() => setAsking(true)}>
            {copy.undo}
          </Button>
        )
      }
    >
      <DataTable
        caption={copy.loadsTitle}
        columns={columns}
        rows={list.loads}
        keyOf={({ id }) => id}
        empty={<EmptyState title={copy.noLoads} detail={copy.noLoadsHint} />}
      />
      <Pager offset={offset} size={PAGE} total={list.total} onChange={onOffset} />
      {last && (
        <ConfirmDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          title={copy.undoTitle(last.id)}
          action={copy.undoAction}
          asksPassword
          onConfirm={async (password) => {
            followLoad((await change("POST", "loads/undo", { password })).id);
            notify({ status: "info", message: copy.undoAsked });
          }}
        >
          <p>{copy.undoText}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function tookOf({ startedAt, endedAt }: Load): string {
  return startedAt === null || endedAt === null ? "" : formatSpan(endedAt - startedAt);
}
