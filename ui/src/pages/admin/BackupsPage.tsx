import { Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { backups as copy, parts } from "#texts/admin";
import { settingAt } from "../../api/paths";
import type { BackupFile, TaskAnswer } from "../../generated/wire";
import { Button } from "../../kit";
import { type Column, DataTable } from "../../kit/DataTable";
import { EmptyState } from "../../kit/EmptyState";
import { lazyComponent } from "../../kit/lazy";
import { notifyFailure } from "../../kit/parts/errors";
import { Fact, Facts } from "../../kit/parts/Facts";
import { LoadedList } from "../../kit/parts/LoadedList";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { Pill } from "../../kit/parts/Pill";
import { Progress } from "../../kit/parts/Progress";
import { formatBytes, formatTime } from "../../kit/parts/time";
import { useDoing } from "../../kit/useDoing";
import css from "./Admin.module.css";
import { useAdmin, useAdminCall } from "./useAdmin";

// Most programs keep backups on their machine.
const BackupPlaces = lazyComponent(() => import("./BackupPlaces"));

/** Backups: make one, verify one, how to restore one. */
export function BackupsPage({ mayChange }: { readonly mayChange: boolean }) {
  const change = useAdminCall();
  const { isBusy: isBeginning, run } = useDoing(notifyFailure);
  const [restored, setRestored] = useState<string | null>(null);
  const list = useAdmin("backups", {
    again: (answer) => {
      if (answer?.task && answer.task.endedAt === null) return 700;
      if (!answer || answer.places.length === 0) return false;
      // The server begins by itself, some seconds after a backup is made and when it tries again.
      return answer.places.some(({ isRunning }) => isRunning) ? 2_000 : 5_000;
    },
  });

  const begin = (path: "backups" | `backups/${string}/verify`) =>
    void run(async () => {
      await change("POST", path, undefined);
      // Until the page shows what was begun, it could be begun again.
      await list.refetch();
    });

  return (
    <LoadedList of={list}>
      {(answer) => {
        const isBusy = isBeginning || (answer.task !== null && answer.task.endedAt === null);
        const columns: readonly Column<BackupFile>[] = [
          { key: "made", title: copy.made, cell: ({ madeAt }) => formatTime(madeAt) },
          {
            key: "version",
            title: copy.dataVersion,
            isNumber: true,
            isExtra: true,
            cell: ({ dataVersion }) => dataVersion,
          },
          {
            key: "size",
            title: copy.size,
            isNumber: true,
            isExtra: true,
            cell: ({ bytes }) => formatBytes(bytes),
          },
          {
            key: "kind",
            title: copy.kind,
            isExtra: true,
            cell: ({ encrypted, isOfThisHistory }) =>
              encrypted || !isOfThisHistory ? (
                <>
                  {encrypted && <Pill tone="plain">{copy.encrypted}</Pill>}{" "}
                  {!isOfThisHistory && <Pill tone="warning">{copy.otherHistory}</Pill>}
                </>
              ) : (
                ""
              ),
          },
          { key: "file", title: copy.file, isExtra: true, cell: ({ file }) => file },
          {
            key: "actions",
            title: parts.actions,
            isActions: true,
            cell: ({ file, encrypted, madeAt }) => (
              <>
                {mayChange && !encrypted && (
                  <Button
                    size="sm"
                    variant="ghost"
                    disabled={isBusy}
                    aria-label={copy.verifyOf(formatTime(madeAt))}
                    onClick={() => begin(`backups/${file}/verify`)}
                  >
                    {copy.verify}
                  </Button>
                )}
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={copy.restoreOf(formatTime(madeAt))}
                  onClick={() => setRestored(file)}
                >
                  {copy.restore}
                </Button>
              </>
            ),
          },
        ];
        const shown = restored ?? answer.backups[0]?.file ?? copy.fileWord;
        return (
          <>
            <Panel
              title={copy.title}
              detail={copy.about}
              actions={
                mayChange && (
                  <Button variant="primary" disabled={isBusy} onClick={() => begin("backups")}>
                    {copy.make}
                  </Button>
                )
              }
            >
              <PanelBody>
                <Facts>
                  <Fact term={copy.daily}>
                    {answer.dailyAt === null ? (
                      <>
                        {copy.noDaily}
                        {mayChange && (
                          <>
                            {" · "}
                            <Link to={settingAt("backup_at")}>{copy.noDailyAction}</Link>
                          </>
                        )}
                      </>
                    ) : (
                      copy.dailyAt(answer.dailyAt, answer.keep)
                    )}
                  </Fact>
                  <Fact term={copy.encryption}>{answer.encrypts ? copy.encrypts : copy.plain}</Fact>
                  <Fact term={copy.free}>
                    {answer.freeBytes === null ? copy.unknown : formatBytes(answer.freeBytes)}
                  </Fact>
                  <Fact term={copy.folder}>{answer.folder}</Fact>
                </Facts>
                {isBusy && answer.task && <Steps task={answer.task} />}
                <div role="status" className={css.status}>
                  {!isBusy && answer.task && <Outcome task={answer.task} />}
                </div>
              </PanelBody>
              <DataTable
                caption={copy.title}
                columns={columns}
                rows={answer.backups}
                keyOf={({ file }) => file}
                empty={
                  <EmptyState
                    title={copy.none}
                    detail={answer.dailyAt === null ? copy.noneHint : copy.noneYet(answer.dailyAt)}
                  />
                }
                hasMore
              />
            </Panel>
            {answer.places.length > 0 && (
              <Suspense>
                <BackupPlaces
                  places={answer.places}
                  mayChange={mayChange}
                  hasBackup={answer.backups.length > 0}
                />
              </Suspense>
            )}
            <Panel title={copy.restoreTitle} detail={copy.restoreAbout}>
              <PanelBody>
                <ol className={css.steps}>
                  <li>{copy.stop}</li>
                  <li>
                    {copy.run}
                    <pre className={css.command}>
                      {`bond restore '${answer.folder}/${shown}' --data-dir '${answer.dataDir}' --replace`}
                    </pre>
                  </li>
                  <li>{copy.start}</li>
                </ol>
                <p className={css.quiet}>{copy.keepAccounts}</p>
              </PanelBody>
            </Panel>
          </>
        );
      }}
    </LoadedList>
  );
}

type TaskProps = { readonly task: TaskAnswer };

function Steps({ task }: TaskProps) {
  return task.steps.map((step, at) => (
    <Progress
      // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end.
      key={at}
      label={step.what}
      share={step.isFinished ? 1 : step.total ? step.done / step.total : null}
    />
  ));
}

function Outcome({ task }: TaskProps) {
  return (
    <p className={css.outcome}>
      <Pill tone={task.isGood ? "good" : "bad"}>
        {task.isGood ? copy.good[task.kind] : copy.failed[task.kind]}
      </Pill>{" "}
      {task.text}
    </p>
  );
}
