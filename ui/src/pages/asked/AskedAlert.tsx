import { alerts as copy } from "#texts/alerts";
import type { AlertDraft } from "../../figures/exports/handoff";
import { AlertDialog } from "../reports/alerts/AlertDialog";
import { savedAlerts } from "../reports/alerts/calls";
import { channelsOf } from "../reports/destination";
import { AskedList } from "./AskedList";

type AskedAlertProps = { readonly draft: AlertDraft; readonly onClose: () => void };

/** The form of an alert on a figure. */
export function AskedAlert({ draft, onClose }: AskedAlertProps) {
  return (
    <AskedList
      of={savedAlerts.useList()}
      title={copy.newTitle}
      failed={copy.failed}
      missing={({ destinations }) => (channelsOf(destinations).length > 0 ? null : "sending")}
      onClose={onClose}
    >
      {(list) => <AlertDialog subject={{ kind: "draft", draft }} list={list} onClose={onClose} />}
    </AskedList>
  );
}
