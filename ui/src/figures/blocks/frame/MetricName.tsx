import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { useContext } from "react";
import { type MetricId, type MetricInfo, metrics } from "#texts/generated/metrics";
import { blocks as copy } from "#texts/page";
import { Loaded } from "../../../kit/parts/Loaded";
import { Skeleton } from "../../../kit/Skeleton";
import { Target } from "../../targets/Target";
import { ReceiptParams } from "../receiptParams";
import { ExplainedName } from "./ExplainedName";
import { LazyReceipt } from "./LazyReceipt";

const loadDefinitions = () => import("#texts/generated/definitions");

/** Loads the definitions of the metrics before the first is opened. */
export function prefetchDefinitions(): void {
  // A failed download is retried, and reported, when a metric's explanation is opened.
  loadDefinitions().catch(() => undefined);
}

export type MetricNameProps = {
  readonly metric: MetricId;
  /** The name, if not the metric's label. */
  readonly name?: string;
  /** In the style of a row name. */
  readonly strong?: boolean;
  /** A sign in place of the name, which stands beside it. */
  readonly isSign?: boolean;
};

/** The name of a metric, which shows its definition when pressed. */
export function MetricName({ metric, name, strong, isSign = false }: MetricNameProps) {
  const { label, polarity, course }: MetricInfo = metrics[metric];
  const params = useContext(ReceiptParams);
  return (
    <ExplainedName
      title={label}
      name={
        <>
          {isSign ? <Info size={14} aria-hidden="true" /> : (name ?? label)}
          <span className="sr-only">
            {isSign && label}. {copy.definitionOf}
          </span>
        </>
      }
      strong={strong}
    >
      <Definition metric={metric} />
      {polarity === "lower" && <p>{copy.lowerIsBetterSentence}</p>}
      {course === "growing" && <p>{copy.growsSentence}</p>}
      {params && <Target metric={metric} />}
      {params && <LazyReceipt metric={metric} params={params} />}
    </ExplainedName>
  );
}

/** There are many definitions and they are seldom read, so they load when the first is opened. */
function Definition({ metric }: { readonly metric: MetricId }) {
  const definitions = useQuery({
    queryKey: ["definitions"],
    queryFn: loadDefinitions,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded of={definitions} failed={copy.definitionFailed} waiting={<Skeleton height={36} />}>
      {({ definitionOf }) => <p>{definitionOf(metric)}</p>}
    </Loaded>
  );
}
