import { useEffect } from "react";
import { blocks as copy, screens } from "#texts/page";
import { pathTo, titles } from "../../api/paths";
import { useTellsMoves } from "../../api/query";
import { useMayOpen } from "../../api/session/permissions";
import { Card, CardSkeleton } from "../../figures/blocks/card/Card";
import { useTotals } from "../../figures/blocks/card/useTotals";
import { ReceiptParams } from "../../figures/blocks/receiptParams";
import { TrendsPanel } from "../../figures/blocks/trends/TrendsPanel";
import { Export } from "../../figures/exports/Export";
import { withFilters } from "../../figures/filters/codec";
import { FilterBar } from "../../figures/filters/FilterBar";
import { useAppliedFilters, useFilterParams } from "../../figures/filters/useFilters";
import { Loaded } from "../../kit/parts/Loaded";
import type { CardSection, DashboardDeclaration } from "./declaration";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";
import { prefetchWhenIdle } from "./prefetch";
import { useCurrency } from "./useCurrency";
import { useHere } from "./useHere";

/** Draws a dashboard from its declaration. */
export function DashboardPage({ declaration }: DashboardProps) {
  const { route, bar, subtitle, Heading } = declaration;
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
      <ReceiptParams value={params}>
        <DashboardFigures declaration={declaration} />
      </ReceiptParams>
      <TrendsPanel params={params} currency={currency} />
    </div>
  );
}

type DeclaredCard = CardSection["cards"][number];

const closedCards = new WeakMap<DeclaredCard, DeclaredCard>();

/** A card of a dashboard that the user may not open: without its trend and its breakdown. Always the same object. */
function closed(card: DeclaredCard): DeclaredCard {
  const known = closedCards.get(card);
  if (known) return known;
  const { trend: _trend, to: _to, ...rest } = card;
  closedCards.set(card, rest);
  return rest;
}

type DashboardProps = { readonly declaration: DashboardDeclaration };

/** The figures of a dashboard: what it has above its cards, and these under their headings. */
export function DashboardFigures({ declaration }: DashboardProps) {
  const { sections, Above } = declaration;
  const currency = useCurrency();
  const filters = useAppliedFilters();
  const here = useHere();
  const mayOpen = useMayOpen();
  const tellsMoves = useTellsMoves();
  const params = useFilterParams(declaration.bar);
  const totals = useTotals(declaration.endpoint, params);
  const isFailed = totals.error !== null && totals.data === undefined;
  const cards = sections.map(({ title, cards }, at) => (
    <section
      key={title ?? titles[declaration.route]}
      className={css.section}
      aria-label={title ?? screens.keyFigures}
    >
      <h2 className={title ? css.sectionTitle : "sr-only"}>{title ?? screens.keyFigures}</h2>
      {isFailed ? (
        // One call answers all sections, so one error covers them.
        at === 0 && (
          <Loaded
            of={totals}
            failed={copy.failedTitle(title ?? titles[declaration.route])}
            box={css.panel}
            waiting={null}
          >
            {() => null}
          </Loaded>
        )
      ) : (
        <div className={css.cards} aria-busy={totals.isFetching}>
          {cards.map((of) => {
            if (of.ofMoves && !tellsMoves) return null;
            const isOpen = mayOpen(of.to ?? declaration.route);
            const card = isOpen ? of : closed(of);
            const from = declaration.tellsFromPage ? here : undefined;
            return (
              <Loaded
                key={card.title}
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
                    />
                  </ReceiptParams>
                )}
              </Loaded>
            );
          })}
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
