import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { callForFile } from "../../api/client";
import { named } from "../../api/named";
import { callQuery } from "../../api/query";
import { resource } from "../../api/resource";
import type {
  CloseAnswer,
  CloseTo,
  FilterParams,
  ForecastAnswer,
  PlanList,
  PlannerAnswer,
  PlannerParams,
} from "../../generated/wire";
import { namedPlan } from "./namedPlan";

const CLOSE = "api/v1/planner/close";

/** What it would take. */
export function usePlanner(filters: FilterParams, wish: PlannerParams): UseQueryResult<PlannerAnswer> {
  return useQuery({
    ...callQuery("POST", "api/v1/planner", { ...filters, ...wish }, { keepsLast: true }),
    select: namedPlan<PlannerAnswer>,
  });
}

/** Where the score would be. */
export function useForecast(filters: FilterParams): UseQueryResult<ForecastAnswer> {
  return useQuery({
    ...callQuery("POST", "api/v1/planner/forecast", filters, { keepsLast: true }),
    select: named<ForecastAnswer>,
  });
}

/** How many members are close to a threshold, by group. */
export function useClose(filters: FilterParams): UseQueryResult<CloseAnswer> {
  return useQuery(callQuery("POST", CLOSE, filters, { keepsLast: true }));
}

/** The file with the ids of these members. */
export function membersFile(filters: FilterParams, closeTo: CloseTo): Promise<Blob> {
  return callForFile(`${CLOSE}/members`, { ...filters, closeTo });
}

/** The saved plans. */
export const savedPlans = resource("api/v1/planner/plans", { isFresh: true, select: named<PlanList> });
