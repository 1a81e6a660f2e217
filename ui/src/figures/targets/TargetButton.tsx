import { Target as Icon } from "lucide-react";
import { useState } from "react";
import { targets as copy } from "#texts/targets";
import { mayChange, useSession } from "../../api/session";
import { moduleOfFigure } from "../../api/session/permissions";
import { Button } from "../../kit/Button";
import { lazyComponent, useLoaded } from "../../kit/lazy";
import type { TargetId } from "./model";
import type { TargetDialogProps } from "./TargetDialog";

const Dialog = lazyComponent(() => import("./TargetDialog"));

/** The dialog, once it is loaded. */
function Opened(props: TargetDialogProps) {
  return useLoaded(Dialog) && <Dialog {...props} />;
}

export type TargetButtonProps = {
  readonly metric: TargetId;
};

/** Opens the targets, where the user may set those of the figure. */
export function TargetButton({ metric }: TargetButtonProps) {
  const [isOpen, setOpen] = useState(false);
  // Once opened it stays, to close with its animation.
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const may = useSession(({ user }) => mayChange(user, moduleOfFigure(metric)));
  if (!may) return null;
  return (
    <div>
      <Button size="sm" variant="ghost" icon={<Icon aria-hidden="true" />} onClick={() => setOpen(true)}>
        {copy.set}
      </Button>
      {wasOpen && <Opened open={isOpen} metric={metric} onClose={() => setOpen(false)} />}
    </div>
  );
}
