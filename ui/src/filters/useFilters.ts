import { useCallback, useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { decodeFilters, FILTERS_PARAM, FROM_PAGE_PARAM, filtersSearch } from "./codec";
import type { Filters } from "./model";

/** The applied filters: those of the URL, else the defaults. */
export function useAppliedFilters(): Filters {
  const [search] = useSearchParams();
  const text = search.get(FILTERS_PARAM);
  return useMemo(() => decodeFilters(text), [text]);
}

/** Applies filters: the same route again with the new filters; where the reader came from stays. */
export function useApplyFilters(): (filters: Filters) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    (filters) => {
      const fromPage = new URLSearchParams(search).get(FROM_PAGE_PARAM) ?? undefined;
      navigate({ pathname, search: filtersSearch(filters, fromPage) }, { preventScrollReset: true });
    },
    [navigate, pathname, search],
  );
}
