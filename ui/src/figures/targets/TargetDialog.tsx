import { useState } from "react";
import { targets as copy } from "#texts/targets";
import type { TargetAnswer } from "../../generated/wire";
import { Dialog } from "../../kit/Dialog";
import type { TargetId } from "./model";
import { TargetForm } from "./TargetForm";
import { TargetTable } from "./TargetTable";
import css from "./targets.module.css";

export type TargetDialogProps = {
  readonly open: boolean;
  /** The figure that a new target is of at first. */
  readonly metric: TargetId;
  readonly onClose: () => void;
};

/** Sets targets, and lists those that there are. */
export default function TargetDialog({ open, metric, onClose }: TargetDialogProps) {
  const [changed, setChanged] = useState<TargetAnswer | null>(null);
  const [shown, setShown] = useState<string>(metric);
  const [isDirty, setDirty] = useState(false);
  return (
    <Dialog open={open} onClose={onClose} title={copy.title} size="lg" isDirty={isDirty}>
      <div className={css.dialog}>
        <TargetForm
          // Another target, another form.
          key={changed?.id ?? "new"}
          changed={changed}
          metric={shown}
          onMetric={setShown}
          onDirty={setDirty}
          onDone={() => setChanged(null)}
        />
        <TargetTable metric={shown} changed={changed?.id ?? null} onChange={setChanged} />
      </div>
    </Dialog>
  );
}
