import { useCallback, useEffect, useMemo, useOptimistic, useTransition } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { block } from "../../api/blocking";
import { FILTERS_PARAM } from "../../api/paths";
import { useProgram } from "../../api/query";
import type { FilterParams } from "../../generated/wire";
import { decodeFilters, searchWith } from "./codec";
import { DEFAULT_COMPARISON } from "./comparison";
import { type BarKind, type Filters, toParams } from "./model";
import { useOwnFilters } from "./ownFilters";

/** Filters of a text, for the program of now. */
function useDecoded(text: string | null): Filters {
  const { today, groupsAsOf, groupsHistorySince } = useProgram().data ?? {};
  return useMemo(() => {
    const program =
      groupsAsOf && groupsHistorySince !== undefined ? { groupsAsOf, groupsHistorySince } : undefined;
    return decodeFilters(text, today, program);
  }, [text, today, groupsAsOf, groupsHistorySince]);
}

/** The applied filters: those of the URL, else those that the user has set, else the defaults. */
export function useAppliedFilters(): Filters {
  const [search] = useSearchParams();
  const own = useOwnFilters();
  return useDecoded(search.get(FILTERS_PARAM) ?? own);
}

/**
 * The body of the calls of a screen with this bar: the same object while the filters are the same.
 *
 * @param compares whether the comparison applies; else it is the one that everybody begins with
 */
export function useFilterParams(bar: BarKind, compares = true): FilterParams {
  const filters = useAppliedFilters();
  return useMemo(
    () => toParams(compares ? filters : { ...filters, comparison: DEFAULT_COMPARISON }, bar),
    [filters, bar, compares],
  );
}

/** The filters that the user begins with: those of an address without filters. */
export function useFirstFilters(): Filters {
  return useDecoded(useOwnFilters());
}

/**
 * Applies filters: navigates to the same route with the new filters and the other parameters as they are. The router
 * changes the address in a transition, so that the screen is drawn with the filters some frames later. Until then the
 * navigation blocks the page as a call does.
 *
 * @returns the function, and the filters as they will be applied
 */
export function useApplyFilters(): [apply: (filters: Filters) => void, filters: Filters] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [isPending, startTransition] = useTransition();
  const [filters, show] = useOptimistic(useAppliedFilters());
  useEffect(() => (isPending ? block() : undefined), [isPending]);
  const apply = useCallback(
    (filters: Filters) => {
      startTransition(() => {
        show(filters);
        navigate({ pathname, search: searchWith(search, filters) }, { preventScrollReset: true });
      });
    },
    [navigate, pathname, search, show],
  );
  return [apply, filters];
}
