import { reports as copy } from "#texts/reports";
import type { DeliveryState, ReportAnswer } from "../../generated/wire";
import { Under } from "../../kit/DataTable";
import { Pill, type Tone } from "../../kit/parts/Pill";
import { formatTime } from "../../kit/parts/time";

const TONES: Readonly<Record<DeliveryState, Tone>> = { sent: "good", failed: "bad", stopped: "warning" };

type LastTryProps = {
  readonly of: Pick<ReportAnswer, "lastState" | "lastAt" | "lastText" | "againAt">;
};

/** How the last try to send something went. */
export function LastTry({ of: { lastState, lastAt, lastText, againAt } }: LastTryProps) {
  if (lastState === null || lastAt === null) return copy.never;
  return (
    <>
      <Pill tone={TONES[lastState]}>{copy.states[lastState]}</Pill> {formatTime(lastAt)}
      <Under>
        {[lastText, againAt === null ? null : copy.again(formatTime(againAt))].filter(Boolean).join(" ")}
      </Under>
    </>
  );
}
