import { parts } from "#texts/admin";
import { copies as copy } from "#texts/copies";
import type { BackupPlaceAnswer } from "../../generated/wire";
import { Button, notify } from "../../kit";
import { type Column, DataTable } from "../../kit/DataTable";
import { notifyFailure } from "../../kit/parts/errors";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { Pill } from "../../kit/parts/Pill";
import { formatTime } from "../../kit/parts/time";
import { useDoing } from "../../kit/useDoing";
import css from "./Admin.module.css";
import { useAdminCall } from "./useAdmin";

type BackupPlacesProps = {
  readonly places: readonly BackupPlaceAnswer[];
  readonly mayChange: boolean;
  /** Whether there is a backup to send. */
  readonly hasBackup: boolean;
};

/** The places that backups are copied to: what lies there, how it went, send and test now. */
export default function BackupPlaces({ places, mayChange, hasBackup }: BackupPlacesProps) {
  const columns: readonly Column<BackupPlaceAnswer>[] = [
    {
      key: "name",
      title: copy.name,
      cell: ({ name, kind, place }) => (
        <>
          <strong>{name}</strong>
          <div className={css.quiet}>
            {copy.kinds[kind] ?? kind}, {place}
          </div>
        </>
      ),
    },
    { key: "state", title: copy.state, cell: (place) => <State place={place} /> },
    { key: "copies", title: copy.copies, isNumber: true, isExtra: true, cell: ({ copies }) => copies },
    {
      key: "sent",
      title: copy.sent,
      isExtra: true,
      cell: ({ sentAt }) => (sentAt === null ? copy.never : formatTime(sentAt)),
    },
    {
      key: "tested",
      title: copy.tested,
      isExtra: true,
      cell: ({ testedAt }) => (testedAt === null ? copy.never : formatTime(testedAt)),
    },
    {
      key: "actions",
      title: parts.actions,
      isActions: true,
      cell: (place) => mayChange && <Actions place={place} hasBackup={hasBackup} />,
    },
  ];
  const said = places.flatMap(({ name, fault, found }) => {
    const text = fault ?? found;
    return text === null ? [] : [{ name, text }];
  });
  return (
    <Panel title={copy.title} detail={copy.detail}>
      <DataTable
        caption={copy.title}
        columns={columns}
        rows={places}
        keyOf={({ name }) => name}
        empty={null}
        hasMore
      />
      {said.length > 0 && (
        <PanelBody>
          <div role="status" className={css.said}>
            {said.map(({ name, text }) => (
              <p key={name}>
                <strong>{name}</strong>: {text}
              </p>
            ))}
          </div>
        </PanelBody>
      )}
    </Panel>
  );
}

function State({ place: { isRunning, fault, copies } }: { readonly place: BackupPlaceAnswer }) {
  if (isRunning) return <Pill tone="busy">{copy.running}</Pill>;
  if (fault !== null) return <Pill tone="bad">{copy.failed}</Pill>;
  return copies === 0 ? copy.none : <Pill tone="good">{copy.good}</Pill>;
}

type ActionsProps = Pick<BackupPlacesProps, "hasBackup"> & { readonly place: BackupPlaceAnswer };

function Actions({ place: { name, isRunning, copies }, hasBackup }: ActionsProps) {
  const change = useAdminCall();
  const { isBusy, run } = useDoing(notifyFailure);

  const begin = (test: boolean) =>
    void run(async () => {
      await change("POST", `backups/places/${name}`, { test });
      notify({ status: "info", message: test ? copy.testing(name) : copy.sending(name) });
    });

  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={copy.testOf(name)}
        aria-busy={isBusy}
        disabled={isRunning || copies === 0}
        onClick={() => begin(true)}
      >
        {copy.test}
      </Button>
      <Button
        size="sm"
        aria-label={copy.sendOf(name)}
        aria-busy={isBusy}
        disabled={isRunning || !hasBackup}
        onClick={() => begin(false)}
      >
        {copy.send}
      </Button>
    </>
  );
}
