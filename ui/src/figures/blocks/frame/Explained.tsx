import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { explain as copy } from "#texts/page";
import { explanationOf } from "../../../api/paths";
import { useMayExplain } from "../../../api/session/permissions";
import { withFilters } from "../../filters/codec";
import { useAppliedFilters } from "../../filters/useFilters";
import css from "./Explained.module.css";

export type ExplainedProps = {
  readonly figure: string;
  /** The name of the figure. */
  readonly label: string;
  /** Whether there is a change to explain. */
  readonly isComparable: boolean;
  readonly children: ReactNode;
};

/** A change that opens its explanation, with the filters of this screen, where that is open to the user. */
export function Explained({ figure, label, isComparable, children }: ExplainedProps) {
  const filters = useAppliedFilters();
  const { pathname } = useLocation();
  const mayExplain = useMayExplain(figure);
  if (!isComparable || !mayExplain) return children;
  return (
    <Link
      className={css.link}
      to={withFilters(explanationOf(figure), filters, pathname)}
      title={copy.whyOf(label)}
    >
      {children}
    </Link>
  );
}
