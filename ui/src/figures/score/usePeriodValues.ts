import { useQuery } from "@tanstack/react-query";
import type { MetricId } from "#texts/generated/metrics";
import { declaredQuery } from "../../api/query";
import { useMaySee } from "../../api/session";
import type { TotalsAnswer, TotalsPath } from "../../generated/calls";
import type { PartKey, Totals } from "../../generated/wire";
import { formatUnit } from "../../texts/format";
import { knownFigureOf } from "../blocks/card/useTotals";
import { useScoreParams } from "./useShownScore";

/** The figures of the cards that count what parts of the score count, of the chosen period. */
const OF_MEMBERS: Partial<Record<PartKey, MetricId>> = {
  clientsRetentionRate: "programRetentionRate.percent",
  programActiveRate: "programActiveRate.percent",
  engagementRate: "engagementRate.percent",
  csat: "satisfaction.percent",
};
const OF_OFFERS: Partial<Record<PartKey, MetricId>> = { redemptionRate: "uniqueInteractionDto.percent" };

function useFigures<P extends TotalsPath>(path: P, isOpen: boolean): Totals | undefined {
  const params = useScoreParams();
  return useQuery({ enabled: isOpen, ...declaredQuery<TotalsAnswer<P>>("POST", path, params) }).data;
}

/**
 * What the parts of the score are in the chosen period, as cards show it: they have the same names as the parts, which
 * are of the last 90 days.
 */
export function usePeriodValues(): Partial<Record<string, string>> {
  const members = useFigures("api/v1/dashboard/users/userDashboardInfo", useMaySee("MEMBERS"));
  const offers = useFigures("api/v1/offer/dashboard/info", useMaySee("OFFERS"));
  const valuesOf = (totals: Totals | undefined, metrics: Partial<Record<PartKey, MetricId>>) =>
    Object.entries(metrics).flatMap(([key, metric]) => {
      const value = totals ? knownFigureOf(totals, metric) : null;
      return value === null ? [] : [[key, formatUnit(value, "percent")]];
    });
  return Object.fromEntries([...valuesOf(members, OF_MEMBERS), ...valuesOf(offers, OF_OFFERS)]);
}
