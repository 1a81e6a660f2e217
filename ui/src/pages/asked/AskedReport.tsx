import { reports as copy } from "#texts/reports";
import type { ReportDraft } from "../../figures/exports/handoff";
import { savedReports } from "../reports/calls";
import { channelsOf } from "../reports/destination";
import { ReportDialog } from "../reports/ReportDialog";
import { AskedList } from "./AskedList";

type AskedReportProps = { readonly draft: ReportDraft; readonly onClose: () => void };

/** The form of a report of a screen. */
export function AskedReport({ draft, onClose }: AskedReportProps) {
  return (
    <AskedList
      of={savedReports.useList()}
      title={copy.newTitle(draft.title)}
      failed={copy.failed}
      missing={({ destinations }) => (channelsOf(destinations).length > 0 ? null : "sending")}
      onClose={onClose}
    >
      {(list) => <ReportDialog subject={{ kind: "draft", draft }} list={list} onClose={onClose} />}
    </AskedList>
  );
}
