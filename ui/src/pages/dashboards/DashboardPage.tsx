import { Check, LayoutGrid } from "lucide-react";
import { Suspense, useEffect } from "react";
import { blocks as copy, screens } from "#texts/page";
import { titles } from "../../api/paths";
import { useTellsMoves } from "../../api/query";
import { CardSkeleton } from "../../figures/blocks/card/Card";
import { useTotals } from "../../figures/blocks/card/useTotals";
import { ReceiptParams } from "../../figures/blocks/receiptParams";
import { TrendsPanel } from "../../figures/blocks/trends/TrendsPanel";
import { Export } from "../../figures/exports/Export";
import { FilterBar } from "../../figures/filters/FilterBar";
import { useFilterParams } from "../../figures/filters/useFilters";
import { pinOf, useArranging, usePins } from "../../figures/pins/pins";
import { Button } from "../../kit/Button";
import { lazyComponent } from "../../kit/lazy";
import { Loaded } from "../../kit/parts/Loaded";
import { CardPlace } from "./CardPlace";
import type { DashboardDeclaration } from "./declaration";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";
import { prefetchWhenIdle } from "./prefetch";
import { useCurrency } from "./useCurrency";
import { useHere } from "./useHere";

// Only who has chosen needs it.
const OwnPins = lazyComponent(() => import("./pins/OwnPins"));

/** Draws a dashboard from its declaration. */
export function DashboardPage({ declaration }: DashboardProps) {
  const { route, bar, subtitle, Heading, Beginning } = declaration;
  const params = useFilterParams(bar);
  const currency = useCurrency();
  // The first screen does not wait for what it does not show.
  useEffect(prefetchWhenIdle, []);
  const title = titles[route];
  const tools = (
    <Export
      screen={declaration.endpoint}
      title={title}
      dashboardTitle={title}
      params={params}
      dashboardParams={params}
    />
  );
  return (
    <div className={css.page}>
      {Heading ? <Heading tools={tools} /> : <PageHeader title={title} subtitle={subtitle} tools={tools} />}
      <FilterBar kind={bar} />
      {Beginning && <Beginning />}
      <ReceiptParams value={params}>
        <DashboardFigures declaration={declaration} />
      </ReceiptParams>
      <TrendsPanel params={params} currency={currency} />
    </div>
  );
}

type DashboardProps = { readonly declaration: DashboardDeclaration };

/** The figures of a dashboard: what it has above its cards, and these under their headings. */
export function DashboardFigures({ declaration }: DashboardProps) {
  const { route, sections, Above } = declaration;
  const here = useHere();
  const tellsMoves = useTellsMoves();
  const params = useFilterParams(declaration.bar);
  const totals = useTotals(declaration.endpoint, params);
  const isFailed = totals.error !== null && totals.data === undefined;
  const from = declaration.tellsFromPage ? here : undefined;
  const { isOwn, mayPin } = usePins();
  const isArranging = useArranging(({ on }) => on);
  const hasPins = declaration.isPinned === true && mayPin;
  const cards = sections.map(({ title, cards }, at) => (
    <section key={title ?? titles[route]} className={css.section} aria-label={title ?? screens.keyFigures}>
      {hasPins && title ? (
        <PinsHead title={title} />
      ) : (
        <h2 className={title ? css.sectionTitle : "sr-only"}>{title ?? screens.keyFigures}</h2>
      )}
      {hasPins && (isOwn || isArranging) ? (
        <Suspense fallback={<CardSkeleton />}>
          <OwnPins params={params} from={from} />
        </Suspense>
      ) : isFailed ? (
        // One call answers all sections, so one error covers them.
        at === 0 && (
          <Loaded
            of={totals}
            failed={copy.failedTitle(title ?? titles[route])}
            box={css.panel}
            waiting={null}
          >
            {() => null}
          </Loaded>
        )
      ) : (
        <div className={css.cards} aria-busy={totals.isFetching}>
          {cards.map((card) =>
            card.ofMoves && !tellsMoves ? null : (
              <CardPlace
                key={card.title}
                card={card}
                // Those of the Program Monitor are arranged.
                pin={declaration.isPinned ? undefined : pinOf(route, card)}
                route={route}
                totals={totals}
                params={params}
                from={from}
              />
            ),
          )}
        </div>
      )}
    </section>
  ));
  return (
    <>
      {Above && <Above />}
      {cards}
    </>
  );
}

/** The heading of the pinned cards, with the button that arranges them. */
function PinsHead({ title }: { readonly title: string }) {
  const isArranging = useArranging(({ on }) => on);
  useEffect(() => () => useArranging.setState({ on: false }), []);
  return (
    <div className={css.pinsHead}>
      <h2>{title}</h2>
      <Button
        size="sm"
        variant={isArranging ? "primary" : "ghost"}
        icon={isArranging ? <Check aria-hidden="true" /> : <LayoutGrid aria-hidden="true" />}
        onClick={() => useArranging.setState({ on: !isArranging })}
      >
        {isArranging ? screens.arranged : screens.arrange}
      </Button>
    </div>
  );
}
