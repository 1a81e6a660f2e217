import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { alerts as copy } from "#texts/alerts";
import { reports } from "#texts/reports";
import { mayChange, useSession } from "../../../api/session";
import type { AlertAnswer, AlertList, AlertState } from "../../../generated/wire";
import { Button, notify } from "../../../kit";
import { DataTable, Under } from "../../../kit/DataTable";
import { EmptyState } from "../../../kit/EmptyState";
import { ConfirmDialog } from "../../../kit/parts/ConfirmDialog";
import { messageOf } from "../../../kit/parts/errors";
import { LoadedList } from "../../../kit/parts/Loaded";
import { Panel } from "../../../kit/parts/Panel";
import { Pill, type Tone } from "../../../kit/parts/Pill";
import { formatTime } from "../../../kit/parts/time";
import { useCurrency } from "../../dashboards/useCurrency";
import { channelsOf, receiverOf } from "../destination";
import { LastTry } from "../LastTry";
import { AlertDialog } from "./AlertDialog";
import { savedAlerts } from "./calls";
import { type AlertSubject, draftOf, ruleOf } from "./model";

const TONES: Readonly<Record<AlertState, Tone>> = { holds: "bad", ceased: "good", unknown: "warning" };

/** The alerts, with how they stand. */
export function AlertsPanel() {
  return (
    <LoadedList of={savedAlerts.useList()} failed={copy.failed}>
      {(data) => <List list={data} />}
    </LoadedList>
  );
}

function List({ list }: { readonly list: AlertList }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const changes = savedAlerts.useChanges();
  const currency = useCurrency();
  const mayAdminister = useSession(({ user }) => mayChange(user, "ADMIN"));
  const [opened, setOpened] = useState<AlertSubject | null>(null);
  const [removed, setRemoved] = useState<AlertAnswer | null>(null);
  const [sending, setSending] = useState<number | null>(null);
  const isSetUp = channelsOf(list.destinations).length > 0;
  // What the explanation of a figure asks for, until the form is closed.
  const draft = isSetUp ? draftOf(state) : null;
  const subject: AlertSubject | null = opened ?? (draft && { kind: "draft", draft });
  function close() {
    setOpened(null);
    if (draft) navigate(".", { replace: true, state: null });
  }
  async function send({ id }: AlertAnswer) {
    if (sending !== null) return;
    setSending(id);
    try {
      const { lastState, lastText } = await changes.act("POST", id, "send", undefined);
      if (lastState === "sent") notify({ status: "success", message: copy.wasSent });
      else notify({ status: "error", message: lastText ?? "" });
    } catch (failure) {
      notify({ status: "error", message: messageOf(failure) });
    } finally {
      setSending(null);
    }
  }
  return (
    <Panel
      title={copy.title}
      detail={isSetUp ? copy.detail : reports.notSetUp}
      actions={isSetUp && <Button onClick={() => setOpened({ kind: "new" })}>{copy.add}</Button>}
    >
      <DataTable<AlertAnswer>
        caption={copy.title}
        rows={list.alerts}
        keyOf={({ id }) => id}
        empty={<EmptyState title={copy.none} />}
        hasMore
        columns={[
          {
            key: "name",
            title: copy.alert,
            cell: (alert) => (
              <>
                {alert.name}
                {!alert.isOwn && <Under>{copy.of(alert.login)}</Under>}
              </>
            ),
          },
          {
            key: "rule",
            title: copy.rule,
            isSentence: true,
            isExtra: true,
            cell: (alert) => ruleOf(alert, currency),
          },
          { key: "to", title: copy.to, isExtra: true, cell: receiverOf },
          { key: "now", title: copy.now, isSentence: true, cell: (alert) => <Now alert={alert} /> },
          {
            key: "fired",
            title: copy.fired,
            isExtra: true,
            cell: ({ begunAt, endedAt }) =>
              begunAt === null ? (
                copy.never
              ) : (
                <>
                  {formatTime(begunAt)}
                  {endedAt !== null && <Under>{copy.ended(formatTime(endedAt))}</Under>}
                </>
              ),
          },
          {
            key: "sent",
            title: copy.sent,
            isSentence: true,
            isExtra: true,
            cell: (alert) => <LastTry of={alert} />,
          },
          {
            key: "actions",
            title: copy.actions,
            isActions: true,
            cell: (alert) => (
              <>
                {alert.isOwn && (
                  <>
                    <Button
                      size="sm"
                      aria-label={copy.sendOf(alert.name)}
                      aria-busy={sending === alert.id}
                      onClick={() => void send(alert)}
                    >
                      {copy.send}
                    </Button>
                    <Button
                      size="sm"
                      aria-label={copy.changeOf(alert.name)}
                      onClick={() => setOpened({ kind: "saved", alert })}
                    >
                      {copy.change}
                    </Button>
                  </>
                )}
                {(alert.isOwn || mayAdminister) && (
                  <Button size="sm" aria-label={copy.removeOf(alert.name)} onClick={() => setRemoved(alert)}>
                    {copy.remove}
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {subject && <AlertDialog subject={subject} list={list} onClose={close} />}
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={copy.removeTitle(removed?.name ?? "")}
        action={copy.remove}
        onConfirm={async () => {
          if (removed) await changes.remove(removed.id);
        }}
      >
        {copy.removeDetail}
      </ConfirmDialog>
    </Panel>
  );
}

function Now({ alert: { state, found, checkedAt, isOwn } }: { readonly alert: AlertAnswer }) {
  if (!isOwn) return checkedAt === null ? copy.notChecked : copy.checked(formatTime(checkedAt));
  if (state === null) return copy.notChecked;
  return (
    <>
      <Pill tone={TONES[state]}>{copy.states[state]}</Pill>
      <Under>
        {[found, checkedAt === null ? null : copy.checked(formatTime(checkedAt))].filter(Boolean).join(" ")}
      </Under>
    </>
  );
}
