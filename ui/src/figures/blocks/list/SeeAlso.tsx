import { ArrowRight } from "lucide-react";
import { Link, useLocation } from "react-router-dom";
import { pathTo, VIEW_PARAM } from "../../../api/paths";
import { filtersSearch } from "../../filters/codec";
import { useAppliedFilters } from "../../filters/useFilters";
import type { OtherList } from "../declaration";
import css from "./ListBlockView.module.css";

/** A way to a list of another screen that has what somebody may look for here; the filters go along. */
export function SeeAlso({ text, route, view }: OtherList) {
  const filters = useAppliedFilters();
  const { pathname } = useLocation();
  const search = new URLSearchParams(filtersSearch(filters, pathname));
  search.set(VIEW_PARAM, view);
  return (
    <Link to={pathTo(route, search)} className={css.also}>
      {text}
      <ArrowRight size={16} aria-hidden="true" />
    </Link>
  );
}
