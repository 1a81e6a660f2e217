import { alerts as copy } from "#texts/alerts";
import type { AlertDraft } from "../../figures/exports/handoff";
import { AlertDialog } from "../reports/alerts/AlertDialog";
import { savedAlerts } from "../reports/alerts/calls";
import { AskedList } from "./AskedList";

type AskedAlertProps = { readonly draft: AlertDraft | null; readonly onClose: () => void };

/** The form of an alert, on a figure if one was named. The page can show it whatever is set up. */
export function AskedAlert({ draft, onClose }: AskedAlertProps) {
  return (
    <AskedList of={savedAlerts.useList()} title={copy.newTitle} failed={copy.failed} onClose={onClose}>
      {(list) => (
        <AlertDialog
          subject={draft ? { kind: "draft", draft } : { kind: "new" }}
          list={list}
          onClose={onClose}
        />
      )}
    </AskedList>
  );
}
