import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { declaredQuery } from "../../api/query";
import { byName } from "./ways";

const PARTNERS = "api/v1/offer/dashboard/getOffersPartners";
const STALE_MS = 5 * 60_000;

type OfferOfPartner = { readonly id: number; readonly partner: string };

/** The offers of each partner, by its name. */
export function usePartners(enabled: boolean): ReadonlyMap<string, readonly number[]> {
  const { data } = useQuery({
    ...declaredQuery<OfferOfPartner[]>("GET", PARTNERS, undefined),
    enabled,
    staleTime: STALE_MS,
  });
  return useMemo(() => byName(data?.map(({ id, partner }) => ({ id, name: partner }))), [data]);
}
