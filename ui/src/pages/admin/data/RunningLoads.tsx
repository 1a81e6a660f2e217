import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { data as copy } from "#texts/data";
import type { Load, Step } from "../../../generated/wire";
import { Button, notify } from "../../../kit";
import { notifyFailure } from "../../../kit/parts/errors";
import { Panel, PanelBody } from "../../../kit/parts/Panel";
import { Pill } from "../../../kit/parts/Pill";
import { Progress } from "../../../kit/parts/Progress";
import { formatNumber } from "../../../texts/format";
import { useAdmin, useAdminCall } from "../useAdmin";
import css from "./data.module.css";
import { isOver, mayCancel, toneOf } from "./loads";

/** The loads that wait or run, with their steps. */
export function RunningLoads({
  loads,
  mayChange,
}: {
  readonly loads: readonly Load[];
  readonly mayChange: boolean;
}) {
  return (
    <>
      {/* A screen reader hears when a load ends. */}
      {[...loads].reverse().map((load) => (
        <RunningLoad key={load.id} load={load} mayChange={mayChange} />
      ))}
    </>
  );
}

function RunningLoad({ load, mayChange }: { readonly load: Load; readonly mayChange: boolean }) {
  const change = useAdminCall();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  // The ledger, and what is loaded, once the load is over.
  useEffect(() => () => void client.invalidateQueries({ queryKey: ["api/v1/admin"] }), [client]);
  const { data: details } = useAdmin(`loads/${load.id}`, {
    again: (answer) => (answer && isOver(answer.load) ? false : 500),
  });
  const steps = details?.steps ?? [];
  async function cancel() {
    setAsked(true);
    try {
      await change("POST", `loads/${load.id}/cancel`, undefined);
      notify({ status: "info", message: copy.cancelAsked });
    } catch (failure) {
      setAsked(false);
      notifyFailure(failure);
    }
  }
  return (
    <Panel
      title={`${copy.progressTitle(load.id)}: ${copy.kinds[load.kind]}`}
      actions={
        <>
          <Pill tone={toneOf(load)}>{copy.states[load.state]}</Pill>
          {mayChange && mayCancel(load) && (
            <Button size="sm" disabled={isAsked} onClick={() => void cancel()}>
              {copy.cancelLoad}
            </Button>
          )}
        </>
      }
    >
      <PanelBody>
        <Steps steps={steps} />
      </PanelBody>
    </Panel>
  );
}

/** What a load does, and how far it is. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  if (steps.length === 0) return <p className={css.quiet}>{copy.waiting}</p>;
  return steps.map((step, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end.
    <Progress key={at} label={step.what} detail={detailOf(step)} share={shareOf(step)} />
  ));
}

function shareOf({ done, total, isFinished }: Step): number | null {
  if (isFinished) return 1;
  return total === null || total === 0 ? null : done / total;
}

function detailOf({ done, isFinished }: Step): string | undefined {
  return done > 0 || isFinished
    ? done > 0
      ? copy.rowsDone(formatNumber(done, { inFull: true }))
      : undefined
    : undefined;
}
