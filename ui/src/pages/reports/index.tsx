import { useState } from "react";
import { reports as copy } from "#texts/reports";
import { REPORTS, titles } from "../../api/paths";
import type { ReportAnswer, ReportList } from "../../generated/wire";
import { Under } from "../../kit/DataTable";
import { LoadedList } from "../../kit/parts/LoadedList";
import { RecordPanel } from "../../kit/parts/RecordPanel";
import { formatDate } from "../../texts/format";
import adminCss from "../admin/Admin.module.css";
import { NotSetUp } from "../asked/SetUpNeeded";
import { PageHeader } from "../dashboards/PageHeader";
import { AlertsPanel } from "./alerts/AlertsPanel";
import { savedReports } from "./calls";
import { channelsOf, receiverOf } from "./destination";
import { LastTry } from "./LastTry";
import { scheduleOf } from "./model";
import { ReportDialog } from "./ReportDialog";
import { useOwnButtons } from "./useOwnButtons";

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
  const changes = savedReports.useChanges();
  const [changed, setChanged] = useState<ReportAnswer | null>(null);
  const ownButtons = useOwnButtons<ReportAnswer>({
    texts: copy,
    send: (id) => changes.act("POST", id, "send", undefined),
    onChange: setChanged,
  });
  return (
    <>
      {channelsOf(list.destinations).length === 0 && <NotSetUp missing="sending" />}
      <RecordPanel<ReportAnswer>
        texts={copy}
        detail={copy.detail}
        records={list.reports}
        ownButtons={ownButtons}
        onRemove={({ id }) => changes.remove(id)}
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
        ]}
      >
        {changed && (
          <ReportDialog
            subject={{ kind: "saved", report: changed }}
            list={list}
            onClose={() => setChanged(null)}
          />
        )}
      </RecordPanel>
    </>
  );
}
