import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type AnswerOf, call } from "../../api/client";
import { namedFigures } from "../../api/namedFigures";
import { callQuery, declaredQuery } from "../../api/query";
import { useChanged } from "../../api/resource";
import type { FilterParams, InsightNotes, NewInsightNote } from "../../generated/wire";

const INSIGHTS = "api/v1/insights";
const NOTES = `${INSIGHTS}/notes`;

type Insight = "moves" | "unusual" | "cohorts" | "expiring";

function useInsight<N extends Insight>(name: N, filters: FilterParams) {
  const path = `${INSIGHTS}/${name}` as const;
  return useQuery({
    ...declaredQuery<AnswerOf<"POST", typeof path>>("POST", path, filters, { keepsLast: true }),
    select: namedFigures<AnswerOf<"POST", typeof path>>,
  });
}

export const useMoves = (filters: FilterParams) => useInsight("moves", filters);
export const useUnusual = (filters: FilterParams) => useInsight("unusual", filters);
export const useCohorts = (filters: FilterParams) => useInsight("cohorts", filters);
export const useExpiring = (filters: FilterParams) => useInsight("expiring", filters);

/** What happened, in a few sentences; asked for once other calls are answered. */
export function useNews(filters: FilterParams, isTime: boolean) {
  const path = "api/v1/insights/news" as const;
  return useQuery({
    ...declaredQuery<AnswerOf<"POST", typeof path>>("POST", path, filters, { keepsLast: true }),
    select: namedFigures<AnswerOf<"POST", typeof path>>,
    enabled: isTime,
  });
}

/** What was looked at. It is asked for anew whenever the page is opened. */
export function useNotes(): UseQueryResult<InsightNotes> {
  return useQuery({ ...callQuery("GET", NOTES, undefined), staleTime: 0 });
}

/** Saves a note, and asks for all of them anew. */
export function useSaveNote(): (note: NewInsightNote) => Promise<void> {
  const changed = useChanged(NOTES);
  return (note) => changed(call("PUT", NOTES, note));
}
