import { Ellipsis } from "lucide-react";
import type { ComponentProps } from "react";
import { charts as copy } from "#texts/blocks";
import { IconButton } from "../../../kit/IconButton";
import type { AnnotatedFigure } from "../../annotations/AnnotationForm";
import type { TargetId } from "../../targets/model";

export type ChartMenuProps = {
  /** The title of the chart. */
  readonly title: string;
  readonly asTable: boolean;
  /** What it saves: figures or a picture. */
  readonly format: "csv" | "png";
  /** Whether there is nothing to show. */
  readonly isEmpty: boolean;
  onTable(): void;
  onSave(): void;
  /** Of a chart that can be annotated: its figures, and the day that is offered. */
  readonly notes?: { readonly figures: readonly AnnotatedFigure[]; readonly day: string } | undefined;
  /** The figure whose targets it shows. */
  readonly target?: TargetId | undefined;
  /** Of a chart with a slider: whether it shows all points. */
  readonly whole?: { readonly isWhole: boolean; toggle(): void } | undefined;
};

export type MoreButtonProps = ComponentProps<"button"> & { readonly title: string };

/** The button of the menu of a chart. */
export function MoreButton({ title, ...rest }: MoreButtonProps) {
  return (
    <IconButton
      noTooltip
      label={copy.toolOf(copy.more, title)}
      icon={<Ellipsis aria-hidden="true" />}
      aria-haspopup="menu"
      {...rest}
    />
  );
}
