import type { UseQueryResult } from "@tanstack/react-query";
import { blocks as copy } from "#texts/page";
import { type GuardedRoute, pathTo } from "../../api/paths";
import { useMayOpen } from "../../api/session/permissions";
import { Card, CardSkeleton } from "../../figures/blocks/card/Card";
import { ReceiptParams } from "../../figures/blocks/receiptParams";
import { withFilters } from "../../figures/filters/codec";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import type { FilterParams, Totals } from "../../generated/wire";
import { Loaded } from "../../kit/parts/Loaded";
import type { DashboardCard } from "./declaration";
import css from "./Page.module.css";
import { useCurrency } from "./useCurrency";

const closedCards = new WeakMap<DashboardCard, DashboardCard>();

/** A card of a dashboard that the user may not open: without its trend and its breakdown. Always the same object. */
function closed(card: DashboardCard): DashboardCard {
  const known = closedCards.get(card);
  if (known) return known;
  const { trend: _trend, to: _to, ...rest } = card;
  closedCards.set(card, rest);
  return rest;
}

export type CardPlaceProps = {
  readonly card: DashboardCard;
  /** The name under which it can be pinned. */
  readonly pin?: string | undefined;
  /** The screen that it is on. */
  readonly route: GuardedRoute;
  readonly totals: UseQueryResult<Totals>;
  readonly params: FilterParams;
  /** The address that its breakdown leads back to, if not its dashboard's. */
  readonly from: string | undefined;
};

/** The place of a card on a dashboard: the card once its figures are there. */
export function CardPlace({ card: of, pin, route, totals, params, from }: CardPlaceProps) {
  const currency = useCurrency();
  const filters = useAppliedFilters();
  const mayOpen = useMayOpen();
  const isOpen = mayOpen(of.to ?? route);
  const card = isOpen ? of : closed(of);
  return (
    <Loaded
      of={totals}
      failed={copy.failedTitle(card.title)}
      box={css.panel}
      waiting={<CardSkeleton shape={card.shape} />}
    >
      {(answer) => (
        // Without a permission there are no receipts either.
        <ReceiptParams value={isOpen ? params : null}>
          <Card
            card={card}
            totals={answer}
            currency={currency}
            to={card.to && withFilters(pathTo(card.to), filters, from)}
            pin={pin}
          />
        </ReceiptParams>
      )}
    </Loaded>
  );
}
