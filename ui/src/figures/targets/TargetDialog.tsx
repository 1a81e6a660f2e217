import { useRef, useState } from "react";
import { targets as copy } from "#texts/targets";
import type { TargetAnswer } from "../../generated/wire";
import { Dialog } from "../../kit/Dialog";
import { leave } from "../../kit/unsaved";
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
  const content = useRef<HTMLDivElement>(null);
  const change = (target: TargetAnswer) => leave(() => setChanged(target), content.current);
  return (
    <Dialog open={open} onClose={onClose} title={copy.title} size="lg">
      <div ref={content} className={css.dialog}>
        <TargetForm
          // Another target, another form.
          key={changed?.id ?? "new"}
          changed={changed}
          metric={shown}
          onMetric={setShown}
          onDone={() => setChanged(null)}
        />
        <TargetTable metric={shown} changed={changed?.id ?? null} onChange={change} />
      </div>
    </Dialog>
  );
}
