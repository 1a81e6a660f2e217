import { type ReactNode, useState } from "react";
import type { ReportAnswer } from "../../generated/wire";
import { Button, notify } from "../../kit";
import { notifyFailure } from "../../kit/parts/errors";
import { useDoing } from "../../kit/useDoing";

/** What is sent: a report or an alert. */
type Sendable = Pick<ReportAnswer, "id" | "name" | "lastState" | "lastText"> & {
  /** Null where it is sent nowhere. */
  readonly channel: ReportAnswer["channel"] | null;
};

type OwnButtonsOptions<R> = {
  readonly texts: {
    readonly send: string;
    readonly sendOf: (name: string) => string;
    readonly wasSent: string;
    readonly change: string;
    readonly changeOf: (name: string) => string;
  };
  readonly send: (id: number) => Promise<Sendable>;
  /** Opens its form. */
  readonly onChange: (record: R) => void;
};

/** The buttons of the user's own reports or alerts: one sends it now, one at a time, and one changes it. */
export function useOwnButtons<R extends Sendable>({
  texts,
  send,
  onChange,
}: OwnButtonsOptions<R>): (record: R) => ReactNode {
  const [sending, setSending] = useState<number | null>(null);
  const { isBusy, run } = useDoing(notifyFailure);
  const sendNow = (id: number) =>
    void run(async () => {
      setSending(id);
      const { lastState, lastText } = await send(id);
      if (lastState === "sent") notify({ status: "success", message: texts.wasSent });
      else notify({ status: "error", message: lastText ?? "" });
    });
  return (record) => (
    <>
      {record.channel !== null && (
        <Button
          size="sm"
          aria-label={texts.sendOf(record.name)}
          aria-busy={isBusy && sending === record.id}
          onClick={() => sendNow(record.id)}
        >
          {texts.send}
        </Button>
      )}
      <Button size="sm" aria-label={texts.changeOf(record.name)} onClick={() => onChange(record)}>
        {texts.change}
      </Button>
    </>
  );
}
