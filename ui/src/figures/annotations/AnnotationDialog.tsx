import { annotations as copy } from "#texts/annotations";
import { Dialog } from "../../kit/Dialog";
import { type AnnotatedFigure, AnnotationForm } from "./AnnotationForm";

export type AnnotationDialogProps = {
  readonly open: boolean;
  /** The title of the chart. */
  readonly title: string;
  readonly figures: readonly AnnotatedFigure[];
  /** The day that is offered at first. */
  readonly day: string;
  readonly onClose: () => void;
};

/** Annotates a chart. */
export default function AnnotationDialog({ open, title, figures, day, onClose }: AnnotationDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={copy.toolOf(title)} size="sm">
      <AnnotationForm figures={figures} day={day} onDone={onClose} />
    </Dialog>
  );
}
