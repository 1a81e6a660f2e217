import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { reports as copy } from "#texts/reports";
import { REPORTS, titles } from "../../api/paths";
import { mayChange, useSession } from "../../api/session";
import { reportDraftOf } from "../../figures/exports/handoff";
import type { ReportAnswer, ReportList } from "../../generated/wire";
import { Button, notify } from "../../kit";
import { DataTable, Under } from "../../kit/DataTable";
import { EmptyState } from "../../kit/EmptyState";
import { ConfirmDialog } from "../../kit/parts/ConfirmDialog";
import { messageOf } from "../../kit/parts/errors";
import { LoadedList } from "../../kit/parts/Loaded";
import { Panel } from "../../kit/parts/Panel";
import { formatDate } from "../../texts/format";
import adminCss from "../admin/Admin.module.css";
import { PageHeader } from "../dashboards/PageHeader";
import { AlertsPanel } from "./alerts/AlertsPanel";
import { savedReports } from "./calls";
import { channelsOf, receiverOf } from "./destination";
import { LastTry } from "./LastTry";
import { type ReportSubject, scheduleOf } from "./model";
import { ReportDialog } from "./ReportDialog";

/** The reports that are sent on a schedule and the alerts, with how they go. */
export default function ReportsPage() {
  const list = savedReports.useList();
  return (
    <div className={adminCss.page}>
      <PageHeader title={titles[REPORTS]} />
      <LoadedList of={list} failed={copy.failed}>
        {(data) => <List list={data} />}
      </LoadedList>
      <AlertsPanel />
    </div>
  );
}

function List({ list }: { readonly list: ReportList }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const changes = savedReports.useChanges();
  const mayAdminister = useSession(({ user }) => mayChange(user, "ADMIN"));
  const [changed, setChanged] = useState<ReportAnswer | null>(null);
  const [removed, setRemoved] = useState<ReportAnswer | null>(null);
  const [sending, setSending] = useState<number | null>(null);
  const isSetUp = channelsOf(list.destinations).length > 0;
  // What the menu of a screen asks for, until its form is closed.
  const draft = isSetUp ? reportDraftOf(state) : null;
  const subject: ReportSubject | null = changed
    ? { kind: "saved", report: changed }
    : draft && { kind: "draft", draft };
  function close() {
    setChanged(null);
    if (draft) navigate(".", { replace: true, state: null });
  }
  async function send({ id }: ReportAnswer) {
    if (sending !== null) return;
    setSending(id);
    try {
      const { lastState, lastText } = await changes.act("POST", id, "send", undefined);
      if (lastState === "sent") notify({ status: "success", message: copy.sent });
      else notify({ status: "error", message: lastText ?? "" });
    } catch (failure) {
      notify({ status: "error", message: messageOf(failure) });
    } finally {
      setSending(null);
    }
  }
  return (
    <Panel title={copy.title} detail={isSetUp ? copy.detail : copy.notSetUp}>
      <DataTable<ReportAnswer>
        caption={copy.title}
        rows={list.reports}
        keyOf={({ id }) => id}
        empty={<EmptyState title={copy.none} />}
        hasMore
        columns={[
          {
            key: "name",
            title: copy.name,
            cell: ({ name, title, login, isOwn }) => (
              <>
                {name}
                <Under>{isOwn ? title : `${title}, ${copy.of(login)}`}</Under>
              </>
            ),
          },
          { key: "when", title: copy.when, isExtra: true, cell: scheduleOf },
          { key: "to", title: copy.to, isExtra: true, cell: receiverOf },
          {
            key: "next",
            title: copy.next,
            isExtra: true,
            cell: ({ nextDay, waitsFor }) =>
              waitsFor === null ? formatDate(nextDay) : copy.waits(formatDate(nextDay), formatDate(waitsFor)),
          },
          {
            key: "last",
            title: copy.last,
            isSentence: true,
            isExtra: true,
            cell: (report) => <LastTry of={report} />,
          },
          {
            key: "actions",
            title: copy.actions,
            isActions: true,
            cell: (report) => (
              <>
                {report.isOwn && (
                  <>
                    <Button
                      size="sm"
                      aria-label={copy.sendOf(report.name)}
                      aria-busy={sending === report.id}
                      onClick={() => void send(report)}
                    >
                      {copy.send}
                    </Button>
                    <Button
                      size="sm"
                      aria-label={copy.changeOf(report.name)}
                      onClick={() => setChanged(report)}
                    >
                      {copy.change}
                    </Button>
                  </>
                )}
                {(report.isOwn || mayAdminister) && (
                  <Button
                    size="sm"
                    aria-label={copy.removeOf(report.name)}
                    onClick={() => setRemoved(report)}
                  >
                    {copy.remove}
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {subject && <ReportDialog subject={subject} list={list} onClose={close} />}
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
