import { useContext, useMemo } from "react";
import { useProgram } from "../../api/query";
import { drawnScale, OPENING_SCALE } from "../../figures/blocks/chart/scales";
import { hasScales, openingFilter } from "../../figures/blocks/declaration";
import { Locked } from "../../figures/blocks/frame/locked";
import { type Filters, isDefaultPeriod, toParams, windowOf } from "../../figures/filters/model";
import { useProgramCalendar } from "../../figures/filters/programCalendar";
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

/**
 * The same for the applied filters. Charts whose months would be a single point are asked for by days, as they are drawn,
 * except in a link: it answers the calls that it was made with.
 */
export function useBreakdownParams(declaration: BreakdownDeclaration): BreakdownParams {
  const filters = useAppliedFilters();
  const today = useProgram().data?.today;
  const calendar = useProgramCalendar();
  const isLocked = useContext(Locked);
  return useMemo(() => {
    const all = breakdownParams(declaration, filters);
    if (today === undefined || isLocked || !declaration.blocks.some(hasScales)) return all;
    const timeScale = drawnScale(OPENING_SCALE, windowOf(filters, today, calendar));
    return timeScale === OPENING_SCALE ? all : { ...all, blocks: { ...all.blocks, timeScale } };
  }, [declaration, filters, today, calendar, isLocked]);
}
