import { useCallback, useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { useProgram } from "../api/query";
import { decodeFilters, FILTERS_PARAM, searchWith } from "./codec";
import type { Filters } from "./model";
import { useOwnFilters } from "./ownFilters";

/** The applied filters: those of the URL, else those that the user has set, else the defaults. */
export function useAppliedFilters(): Filters {
  const [search] = useSearchParams();
  const own = useOwnFilters();
  const text = search.get(FILTERS_PARAM) ?? own;
  const today = useProgram().data?.today;
  return useMemo(() => decodeFilters(text, today), [text, today]);
}

/** The filters that the user begins with: those of an address without filters. */
export function useFirstFilters(): Filters {
  const own = useOwnFilters();
  const today = useProgram().data?.today;
  return useMemo(() => decodeFilters(own, today), [own, today]);
}

/** Applies filters: navigates to the same route with the new filters and the other parameters as they are. */
export function useApplyFilters(): (filters: Filters) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    (filters) => {
      navigate({ pathname, search: searchWith(search, filters) }, { preventScrollReset: true });
    },
    [navigate, pathname, search],
  );
}
