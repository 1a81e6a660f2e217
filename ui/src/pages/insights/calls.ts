import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client";
import { namedFigures } from "../../api/namedFigures";
import type {
  CohortsAnswer,
  ExpiringAnswer,
  FilterParams,
  InsightNotes,
  MovesAnswer,
  NewInsightNote,
  UnusualAnswer,
} from "../../generated/wire";

const INSIGHTS = "api/v1/insights";
const NOTES = `${INSIGHTS}/notes`;

function useInsight<T>(name: string, filters: FilterParams): UseQueryResult<T> {
  const path = `${INSIGHTS}/${name}`;
  return useQuery({
    queryKey: [path, filters],
    queryFn: ({ signal }) => call<T>("POST", path, filters, { signal, counted: false }),
    select: namedFigures<T>,
  });
}

export const useMoves = (filters: FilterParams) => useInsight<MovesAnswer>("moves", filters);
export const useUnusual = (filters: FilterParams) => useInsight<UnusualAnswer>("unusual", filters);
export const useCohorts = (filters: FilterParams) => useInsight<CohortsAnswer>("cohorts", filters);
export const useExpiring = (filters: FilterParams) => useInsight<ExpiringAnswer>("expiring", filters);

/** What was looked at. It is asked for anew whenever the page is opened. */
export function useNotes(): UseQueryResult<InsightNotes> {
  return useQuery({
    queryKey: [NOTES],
    queryFn: ({ signal }) => call<InsightNotes>("GET", NOTES, undefined, { signal, counted: false }),
    staleTime: 0,
  });
}

/** Saves a note, and asks for all of them anew. */
export function useSaveNote(): (note: NewInsightNote) => Promise<void> {
  const client = useQueryClient();
  return async (note) => {
    try {
      await call<void>("PUT", NOTES, note, { counted: false });
    } finally {
      await client.invalidateQueries({ queryKey: [NOTES] });
    }
  };
}
