import { type ReactNode, useState } from "react";
import { mayChange, useSession } from "../../api/session";
import { Button } from "../Button";
import { type Column, DataTable } from "../DataTable";
import { EmptyState } from "../EmptyState";
import { ConfirmDialog } from "./ConfirmDialog";
import { Panel } from "./Panel";

/** Something that a user saved. */
type SavedRecord = { readonly id: number; readonly name: string; readonly isOwn: boolean };

type RecordPanelProps<R> = {
  readonly texts: {
    readonly title: string;
    readonly none: string;
    readonly actions: string;
    readonly remove: string;
    readonly removeOf: (name: string) => string;
    readonly removeTitle: (name: string) => string;
    readonly removeDetail: string;
  };
  readonly detail: string;
  /** A button beside the title. */
  readonly add?: ReactNode;
  readonly records: readonly R[];
  /** The columns before the buttons. */
  readonly columns: readonly Column<R>[];
  /** The buttons of the user's own records, before the one that removes. */
  readonly ownButtons?: (record: R) => ReactNode;
  /** Whether an administrator's password is asked for before somebody else's record is removed. */
  readonly asksForOthers?: boolean;
  readonly onRemove: (record: R, password: string) => Promise<unknown>;
  /** The form of a record. */
  readonly children?: ReactNode;
};

/** The list of what a user saved. Administrators see that of others, too, and may remove it. */
export function RecordPanel<R extends SavedRecord>(props: RecordPanelProps<R>) {
  const {
    texts,
    detail,
    add,
    records,
    columns,
    ownButtons,
    asksForOthers = false,
    onRemove,
    children,
  } = props;
  const mayAdminister = useSession(({ user }) => mayChange(user, "ADMIN"));
  const [removed, setRemoved] = useState<R | null>(null);
  const actions: Column<R> = {
    key: "actions",
    title: texts.actions,
    isActions: true,
    cell: (record) => (
      <>
        {record.isOwn && ownButtons?.(record)}
        {(record.isOwn || mayAdminister) && (
          <Button size="sm" aria-label={texts.removeOf(record.name)} onClick={() => setRemoved(record)}>
            {texts.remove}
          </Button>
        )}
      </>
    ),
  };
  return (
    <Panel title={texts.title} detail={detail} actions={add}>
      <DataTable<R>
        caption={texts.title}
        rows={records}
        keyOf={({ id }) => id}
        empty={<EmptyState title={texts.none} />}
        hasMore
        columns={[...columns, actions]}
      />
      {children}
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={texts.removeTitle(removed?.name ?? "")}
        action={texts.remove}
        asksPassword={asksForOthers && removed?.isOwn === false}
        onConfirm={async (password) => {
          if (removed) await onRemove(removed, password);
        }}
      >
        {texts.removeDetail}
      </ConfirmDialog>
    </Panel>
  );
}
