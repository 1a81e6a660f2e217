import { use } from "react";
import { pins as copy } from "#texts/screens";
import type { DashboardRoute } from "../../../api/pages";
import { useTellsMoves } from "../../../api/query";
import { useMayOpen } from "../../../api/session/permissions";
import { useTotals } from "../../../figures/blocks/card/useTotals";
import { dashboardOf, isFirstPin, useArranging, usePins } from "../../../figures/pins/pins";
import type { FilterParams } from "../../../generated/wire";
import { EmptyState } from "../../../kit/EmptyState";
import { CardPlace } from "../CardPlace";
import { MODULES } from "../modules";
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
  // All of them are there for the choice, which stays in its place while it grows.
  const routes = (Object.keys(MODULES) as DashboardRoute[]).filter(mayOpen);
  const cards = use(cardsOf(isArranging ? routes : open));
  const tellsMoves = useTellsMoves();
  const isShown = ({ card }: PinnableCard) => tellsMoves || !card.ofMoves;
  const shown = open.flatMap((pin) => cards.get(pin) ?? []).filter(isShown);
  if (isArranging) {
    const all = [...cards.values()].filter((one) => isShown(one) && mayOpen(one.dashboard));
    return <Arrange all={all} shown={shown} />;
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
