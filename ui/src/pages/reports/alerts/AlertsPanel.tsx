import { useState } from "react";
import { alerts as copy } from "#texts/alerts";
import type { AlertAnswer, AlertList, AlertState } from "../../../generated/wire";
import { Button } from "../../../kit";
import { Under } from "../../../kit/DataTable";
import { LoadedList } from "../../../kit/parts/LoadedList";
import { Pill, type Tone } from "../../../kit/parts/Pill";
import { RecordPanel } from "../../../kit/parts/RecordPanel";
import { formatTime } from "../../../kit/parts/time";
import { useCurrency } from "../../dashboards/useCurrency";
import { receiverOf } from "../destination";
import { LastTry } from "../LastTry";
import { useOwnButtons } from "../useOwnButtons";
import { AlertDialog } from "./AlertDialog";
import { savedAlerts } from "./calls";
import { type AlertSubject, ruleOf } from "./model";

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
  const changes = savedAlerts.useChanges();
  const currency = useCurrency();
  const [opened, setOpened] = useState<AlertSubject | null>(null);
  const ownButtons = useOwnButtons<AlertAnswer>({
    texts: copy,
    send: (id) => changes.act("POST", id, "send", undefined),
    onChange: (alert) => setOpened({ kind: "saved", alert }),
  });
  return (
    <RecordPanel<AlertAnswer>
      texts={copy}
      detail={copy.detail}
      add={<Button onClick={() => setOpened({ kind: "new" })}>{copy.add}</Button>}
      records={list.alerts}
      ownButtons={ownButtons}
      onRemove={({ id }) => changes.remove(id)}
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
          cell: (alert) => (alert.channel === null ? copy.notSent : <LastTry of={alert} />),
        },
      ]}
    >
      {opened && <AlertDialog subject={opened} list={list} onClose={() => setOpened(null)} />}
    </RecordPanel>
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
