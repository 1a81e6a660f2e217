import { useCallback, useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { useProgram } from "../api/query";
import { decodeFilters, FILTERS_PARAM, searchWith } from "./codec";
import type { Filters } from "./model";

/** The applied filters: those of the URL, else the defaults. */
export function useAppliedFilters(): Filters {
  const [search] = useSearchParams();
  const text = search.get(FILTERS_PARAM);
  const today = useProgram().data?.today;
  return useMemo(() => decodeFilters(text, today), [text, today]);
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
