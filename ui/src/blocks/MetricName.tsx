import { useState } from "react";
import { type MetricId, metrics } from "../api/generated/metrics";
import { blocks as copy } from "../copy";
import { Popover } from "../ui/Popover";
import css from "./MetricName.module.css";

/** Properties of {@link MetricName}. */
export type MetricNameProps = {
  readonly metric: MetricId;
  /** The name where it is another than the metric's own. */
  readonly name?: string;
  /** Written as the name of a row. */
  readonly strong?: boolean;
};

/**
 * The name of a metric; pressing it tells what the metric means. A button rather than a tooltip, so that
 * a finger and a keyboard reach it too.
 */
export function MetricName({ metric, name, strong = false }: MetricNameProps) {
  const [open, setOpen] = useState(false);
  const { label, definition, polarity } = metrics[metric];
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={label}
      className={css.layer}
      trigger={
        <button type="button" className={css.name} data-strong={strong || undefined}>
          {name ?? label}
          <span className="sr-only">. {copy.definitionOf}</span>
        </button>
      }
    >
      <p className={css.title}>{label}</p>
      <p className={css.definition}>{definition}</p>
      {(polarity as string) === "lower" && <p className={css.definition}>{copy.lowerIsBetterSentence}</p>}
    </Popover>
  );
}
