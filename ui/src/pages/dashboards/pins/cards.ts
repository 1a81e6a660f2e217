import { isKeyOf } from "../../../api/isKeyOf";
import type { DashboardRoute, GuardedRoute } from "../../../api/pages";
import { dashboardOf, isFirstPin, pinOf } from "../../../figures/pins/pins";
import type { TotalsPath } from "../../../generated/calls";
import type { DashboardCard } from "../declaration";
import { MODULES } from "../modules";
import { monitor } from "../monitor";

/** A card that can be pinned. */
export type PinnableCard = {
  readonly pin: string;
  readonly card: DashboardCard;
  /** The dashboard that it is of. */
  readonly dashboard: GuardedRoute;
  /** The call that answers its figures. */
  readonly endpoint: TotalsPath;
};

/** The cards that the Program Monitor's own call answers, for those to whom their dashboards are closed, too. */
const FIRST: readonly PinnableCard[] = monitor.sections
  .flatMap(({ cards }) => cards)
  .flatMap((card) =>
    card.to ? [{ pin: card.to, card, dashboard: dashboardOf(card.to), endpoint: monitor.endpoint }] : [],
  );

/** Every card of a dashboard that can be pinned, in its order. */
async function cardsIn(route: DashboardRoute): Promise<readonly PinnableCard[]> {
  const { dashboard } = await MODULES[route].load();
  return dashboard.sections
    .flatMap(({ cards }) => cards)
    .flatMap((card) => {
      const pin = pinOf(route, card);
      if (pin === undefined) return [];
      const first = FIRST.find((one) => one.pin === pin);
      return [first ?? { pin, card, dashboard: route, endpoint: dashboard.endpoint }];
    });
}

type Cards = ReadonlyMap<string, PinnableCard>;

const known = new Map<string, Promise<Cards>>();

/** The cards of these pins: of those that everybody begins with at once, of others once their dashboards are loaded. */
export function cardsOf(pins: readonly string[]): Promise<Cards> {
  const routes = [...new Set(pins.filter((pin) => !isFirstPin(pin)).map(dashboardOf))].filter((route) =>
    isKeyOf(MODULES, route),
  );
  const key = routes.sort().join();
  const begun =
    known.get(key) ??
    Promise.all(routes.map(cardsIn)).then(
      (all) => new Map([...FIRST, ...all.flat()].map((one) => [one.pin, one])),
    );
  known.set(key, begun);
  // What could not be loaded is tried again.
  begun.catch(() => known.delete(key));
  return begun;
}
