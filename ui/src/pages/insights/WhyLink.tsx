import { Link, useLocation } from "react-router-dom";
import { explanationOf, OPEN_PARAM } from "../../api/paths";
import { useMayExplain } from "../../api/session";
import { withFilters } from "../../figures/filters/codec";
import type { Filters } from "../../figures/filters/model";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import { asItWas } from "../../figures/ways/ways";
import type { Move, MovesAnswer } from "../../generated/wire";
import { OPENED } from "../explain/opened";

type Judged = Pick<MovesAnswer, "startDate" | "endDate" | "insteadOf">;

/** The filters of the period that was judged, where it is another than the filters'; else null. */
function judgedBy(filters: Filters, { startDate, endDate, insteadOf }: Judged): Filters | null {
  if (insteadOf === null || startDate === null || endDate === null) return null;
  const range = { start: startDate, end: endDate };
  return {
    ...filters,
    period: "SELECTED_DATE",
    range,
    comparison: insteadOf.comparison,
    comparedRange: null,
  };
}

type WhyLinkProps = {
  readonly metric: string;
  /** By what its explanation is divided. */
  readonly by?: string | undefined;
  /** The answer that has the sentence, where it may be of another period than the filters'. */
  readonly of?: Judged | undefined;
  readonly children: string;
};

/** A sentence that opens the explanation of its figure, where the user may. */
export function WhyLink({ metric, by, of, children }: WhyLinkProps) {
  const filters = useAppliedFilters();
  const here = useLocation();
  const mayExplain = useMayExplain(metric);
  if (!mayExplain) return children;
  const judged = of ? judgedBy(filters, of) : null;
  // The reader's own period waits on the way back from another one.
  const from = judged ? asItWas(here) : here.pathname;
  const to = withFilters(explanationOf(metric), judged ?? filters, from);
  const open = by && new URLSearchParams({ [OPEN_PARAM]: OPENED.write({ by }) }).toString();
  return <Link to={open ? `${to}${to.includes("?") ? "&" : "?"}${open}` : to}>{children}</Link>;
}

type MoveLinkProps = { readonly move: Move; readonly of: Judged };

/** The sentence of a move, which opens its explanation divided by the groups or items of which one moved. */
export function MoveLink({ move: { metric, sentence, group, item }, of }: MoveLinkProps) {
  return (
    <WhyLink metric={metric} by={group?.grouping ?? item?.by} of={of}>
      {sentence}
    </WhyLink>
  );
}
