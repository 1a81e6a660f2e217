import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type MetricId, metrics } from "../api/generated/metrics";
import { blocks as copy } from "../copy";
import { Popover } from "../ui/Popover";
import { Skeleton } from "../ui/Skeleton";
import css from "./MetricName.module.css";

const loadDefinitions = async () => (await import("../api/generated/definitions")).definitions;

/** Loads what the metrics mean ahead of the first question. */
export function prefetchDefinitions(): void {
  // A failed download is tried again, and told, when a metric is asked about.
  loadDefinitions().catch(() => undefined);
}

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
  const { label, polarity } = metrics[metric];
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
      <Definition metric={metric} />
      {(polarity as string) === "lower" && <p className={css.definition}>{copy.lowerIsBetterSentence}</p>}
    </Popover>
  );
}

/** The definitions are many and seldom read, so they are fetched when the first one is. */
function Definition({ metric }: { readonly metric: MetricId }) {
  const { data, isError } = useQuery({
    queryKey: ["definitions"],
    queryFn: loadDefinitions,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError) return <p className={css.definition}>{copy.definitionFailed}</p>;
  if (!data) return <Skeleton height={36} />;
  return <p className={css.definition}>{data[metric]}</p>;
}
