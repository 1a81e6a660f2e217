import { Suspense, use } from "react";
import { pins as copy } from "#texts/screens";
import { useTellsMoves } from "../../../api/query";
import { useMayOpen } from "../../../api/session/permissions";
import { CardSkeleton } from "../../../figures/blocks/card/Card";
import { useTotals } from "../../../figures/blocks/card/useTotals";
import { dashboardOf, isFirstPin, useArranging, usePins } from "../../../figures/pins/pins";
import type { FilterParams } from "../../../generated/wire";
import { EmptyState } from "../../../kit/EmptyState";
import { CardPlace } from "../CardPlace";
import css from "../Page.module.css";
import { Arrange } from "./Arrange";
import { cardsOf, type PinnableCard } from "./cards";

export type OwnPinsProps = { readonly params: FilterParams; readonly from: string | undefined };

/** The cards that the user has chosen, or the choice of them. */
export default function OwnPins({ params, from }: OwnPinsProps) {
  const mayOpen = useMayOpen();
  const isArranging = useArranging(({ on }) => on);
  const { pins } = usePins();
  const open = pins.filter((pin) => isFirstPin(pin) || mayOpen(dashboardOf(pin)));
  const cards = use(cardsOf(open));
  const tellsMoves = useTellsMoves();
  const isShown = ({ card }: PinnableCard) => tellsMoves || !card.ofMoves;
  const shown = open.flatMap((pin) => cards.get(pin) ?? []).filter(isShown);
  if (isArranging) {
    return (
      <Suspense fallback={<CardSkeleton />}>
        <Arrange shown={shown} isShown={isShown} />
      </Suspense>
    );
  }
  if (shown.length === 0) {
    return (
      <div className={css.panel}>
        <EmptyState title={copy.noneTitle} detail={copy.noneHint} />
      </div>
    );
  }
  return (
    <div className={css.cards}>
      {shown.map((one) => (
        <PinnedCard key={one.pin} of={one} params={params} from={from} />
      ))}
    </div>
  );
}

type PinnedCardProps = OwnPinsProps & { readonly of: PinnableCard };

function PinnedCard({ of: { card, dashboard, endpoint }, params, from }: PinnedCardProps) {
  const totals = useTotals(endpoint, params);
  return <CardPlace card={card} route={dashboard} totals={totals} params={params} from={from} />;
}
