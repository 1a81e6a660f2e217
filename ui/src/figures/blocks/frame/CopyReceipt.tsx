import { ReceiptText } from "lucide-react";
import { useState } from "react";
import type { MetricId } from "#texts/generated/metrics";
import { receipts as copy } from "#texts/receipt";
import { call } from "../../../api/client";
import { failureText } from "../../../api/reason";
import type { FilterParams } from "../../../generated/wire";
import { Button } from "../../../kit/Button";
import css from "./CopyReceipt.module.css";

export type CopyReceiptProps =
  | {
      readonly metric: MetricId | "score";
      /** The filter of the figure that is shown. */
      readonly params: FilterParams;
      readonly issuedOn?: never;
    }
  | {
      readonly metric: string;
      readonly params?: never;
      /** The day of which the figure was issued: the receipt of then is copied. */
      readonly issuedOn: string;
    };

type State = "ready" | "asking" | "copied" | { readonly failed: string } | { readonly text: string };

/** A button that copies a receipt of a figure: what it is made of, signed by the server. */
export function CopyReceipt({ metric, params, issuedOn }: CopyReceiptProps) {
  const [state, setState] = useState<State>("ready");

  async function copyIt() {
    // Not disabled while it asks, because a disabled button loses the focus.
    if (state === "asking") return;
    setState("asking");
    let text: string;
    try {
      const id = encodeURIComponent(metric);
      const receipt =
        issuedOn === undefined
          ? await call("POST", `api/v1/receipts/${id}`, params)
          : await call("GET", `api/v1/issued/${id}/${issuedOn}`, undefined);
      text = JSON.stringify(receipt, null, 2);
    } catch (error) {
      setState({ failed: failureText(error, copy.failed) });
      return;
    }
    try {
      // Browsers have a clipboard only on a secure page, and some only right after the press.
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState({ text });
    }
  }

  return (
    <div className={css.receipt}>
      <Button
        size="sm"
        icon={<ReceiptText aria-hidden="true" />}
        aria-disabled={state === "asking" || undefined}
        onClick={() => void copyIt()}
      >
        {issuedOn === undefined ? copy.copy : copy.copyIssued}
      </Button>
      <div role="status">{said(state)}</div>
      {typeof state === "object" && "text" in state && (
        <textarea
          className={css.text}
          aria-label={copy.text}
          value={state.text}
          readOnly
          rows={4}
          onFocus={(event) => event.target.select()}
        />
      )}
    </div>
  );
}

function said(state: State): string {
  if (state === "ready") return "";
  if (state === "asking") return copy.asking;
  if (state === "copied") return copy.copied;
  return "failed" in state ? state.failed : copy.notCopied;
}
