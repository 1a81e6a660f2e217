import { useMemo } from "react";
import { openingFilter } from "../../figures/blocks/declaration";
import { type Filters, isDefaultPeriod, toParams } from "../../figures/filters/model";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import type { FilterParams } from "../../generated/wire";
import type { BreakdownDeclaration } from "./declaration";

/** The parameters of the calls of a breakdown. */
type BreakdownParams = {
  /** Of the figures at its top. */
  readonly params: FilterParams;
  /** The same with the grouping that its tables open with. */
  readonly opening: FilterParams;
  /** The same with the number of rows of its lists: what the call of its blocks takes. */
  readonly blocks: FilterParams;
};

/** The parameters of a breakdown's calls for filters. */
export function breakdownParams(declaration: BreakdownDeclaration, filters: Filters): BreakdownParams {
  const { bar, showsChosenPeriod } = declaration;
  const params = toParams(filters, bar);
  const recordCount = showsChosenPeriod && !isDefaultPeriod(filters) ? 0 : declaration.recordCount;
  const opening = { ...params, ...openingFilter(declaration.blocks) };
  return { params, opening, blocks: { ...opening, ...(recordCount === undefined ? {} : { recordCount }) } };
}

/** The same for the applied filters. */
export function useBreakdownParams(declaration: BreakdownDeclaration): BreakdownParams {
  const filters = useAppliedFilters();
  return useMemo(() => breakdownParams(declaration, filters), [declaration, filters]);
}
