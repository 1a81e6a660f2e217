import { CircleCheck, Target as Icon } from "lucide-react";
import type { FilterParams } from "../../generated/wire";
import { useFittingTargets } from "./calls";
import { saidOf, type TargetId } from "./model";
import { TargetButton } from "./TargetButton";
import css from "./targets.module.css";

export type TargetProps = {
  readonly metric: TargetId;
  /** The figure; null where it is hidden. Without one there is only the button that sets targets. */
  readonly value?: number | null;
  readonly currency?: string;
  /** The filter of the figure. */
  readonly params?: FilterParams | null;
};

/** What a figure reaches of its target, or the button that sets its targets. */
export default function TargetPart({ metric, value, currency = "USD", params = null }: TargetProps) {
  const { data } = useFittingTargets(value === undefined ? null : params);
  if (value === undefined) return <TargetButton metric={metric} />;
  const target = data?.targets.find((one) => one.metric === metric);
  if (!target) return null;
  const { text, title: hint, verdict } = saidOf(value, target, currency);
  return (
    <p className={css.state} data-verdict={verdict} title={hint}>
      {verdict === "reached" ? <CircleCheck aria-hidden="true" /> : <Icon aria-hidden="true" />}
      <span>
        {text}
        <span className="sr-only">. {hint}</span>
      </span>
    </p>
  );
}
