import { MessageSquarePlus } from "lucide-react";
import { Suspense, useState } from "react";
import { annotations as copy } from "#texts/annotations";
import { IconButton } from "../../kit/IconButton";
import { lazyComponent } from "../../kit/lazy";
import { Popover } from "../../kit/Popover";
import { Skeleton } from "../../kit/Skeleton";
import type { AnnotatedFigure } from "./AnnotationForm";

const AnnotationForm = lazyComponent(() => import("./AnnotationForm"));

export type AnnotateButtonProps = {
  /** The title of the chart. */
  readonly title: string;
  readonly figures: readonly AnnotatedFigure[];
  readonly day: string;
};

/** Opens a form that annotates a chart. */
export function AnnotateButton({ title, figures, day }: AnnotateButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={copy.toolOf(title)}
      // Below the button it would cover the chart.
      side="top"
      trigger={
        <IconButton noTooltip label={copy.toolOf(title)} icon={<MessageSquarePlus aria-hidden="true" />} />
      }
    >
      <Suspense fallback={<Skeleton height={220} />}>
        <AnnotationForm figures={figures} day={day} onDone={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
