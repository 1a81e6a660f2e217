import { ChartNoAxesCombined, ChevronRight } from "lucide-react";
import { type ComponentType, memo, useContext, useEffect, useId, useRef } from "react";
import { Link } from "react-router-dom";
import { type MetricId, metrics } from "#texts/generated/metrics";
import { blocks as copy } from "#texts/page";
import type { TrendId } from "../../../generated/calls";
import type { Totals } from "../../../generated/wire";
import { classNames } from "../../../kit/classNames";
import { Skeleton } from "../../../kit/Skeleton";
import { COVERED } from "../../../kit/theme/widths";
import { formatShortDate } from "../../../texts/format";
import { PinButton } from "../../pins/PinButton";
import { Target } from "../../targets/Target";
import { prefetchCharts } from "../chart/Chart";
import { Sparkline } from "../chart/Sparkline";
import { SparkText } from "../chart/SparkText";
import { FigureText } from "../frame/FigureText";
import { Locked } from "../frame/locked";
import { MetricName } from "../frame/MetricName";
import { ReceiptParams } from "../receiptParams";
import { useTrends } from "../trends/store";
import css from "./Card.module.css";
import { ChangeDetail } from "./ChangeDetail";
import { ComparedFigure, type ComparedFigureProps } from "./ComparedFigure";
import { changeOf, figureOf, hiddenOf, knownFigureOf, useComparisonOf, withGaps } from "./useTotals";

/** The properties of a card's body: the answer of its call, and the currency. */
export type CardBodyProps<A = Totals> = { readonly totals: A; readonly currency: string };

/** A card: figures of one subject and its trend. M are the metrics of its call, A is the answer. */
export type CardDeclaration<M extends MetricId = MetricId, A = Totals> = {
  readonly title: string;
  /** The trend that its button opens, if any. */
  readonly trend?: TrendId;
  /** The large figure with its change, if any. */
  readonly headline?: M;
  readonly secondary?: readonly M[];
  /** Content below the figures, if any. */
  readonly Body?: ComponentType<CardBodyProps<A>>;
  /** Its size in the grid; one cell by default. */
  readonly shape?: CardShape;
  /** Whether it is about members who moved: shown only where some have, and may be told of. */
  readonly ofMoves?: true;
};

/**
 * Where three cards fit in a row, a wide one takes the width of two. Where two fit, a tall one is as high as the
 * first two of its section, and a lone one, which then has no neighbour, takes the whole row.
 */
export type CardShape = "wide" | "tall" | "lone";

export type CardProps = {
  readonly card: CardDeclaration;
  readonly totals: Totals;
  readonly currency: string;
  /** Address of the breakdown, if there is one. */
  readonly to?: string | undefined;
  /** The name under which it can be pinned to the Program Monitor. */
  readonly pin?: string | undefined;
};

/** How long the card is scrolled into view again after its trend opens; then the reader scrolls freely. */
const FOLLOW_MS = 1000;

function showCard(card: HTMLElement): void {
  // Where a sheet covers the lower part of the page, the card scrolls to the top.
  const covered = matchMedia(COVERED).matches;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  card.scrollIntoView({ block: covered ? "start" : "nearest", behavior: still ? "instant" : "smooth" });
}

/** One card of a dashboard. Memoised, so that only other figures redraw it. */
export const Card = memo(function Card({ card, totals, currency, to, pin }: CardProps) {
  const { title, trend, headline, secondary = [], Body, shape } = card;
  // A name stands once.
  const isNamed = headline !== undefined && metrics[headline].label === title;
  const ref = useRef<HTMLElement>(null);
  const heading = useId();
  const params = useContext(ReceiptParams);
  const isLocked = useContext(Locked);
  const toggle = useTrends((state) => state.toggle);
  const active = useTrends((state) => trend !== undefined && state.open?.type === trend);

  useEffect(() => {
    const card = ref.current;
    if (!active || !card) return;
    // The panel narrows the grid or lengthens the page: scroll the card into view after each change.
    const observer = new ResizeObserver(() => showCard(card));
    observer.observe(card);
    observer.observe(document.body);
    const timer = setTimeout(() => observer.disconnect(), FOLLOW_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [active]);

  return (
    <article
      ref={ref}
      className={classNames(css.card, shape && css[shape])}
      data-active={active || undefined}
      aria-labelledby={heading}
    >
      <header className={css.head}>
        <div className={css.named}>
          <h3 id={heading} className={css.title}>
            {title}
          </h3>
          {headline && isNamed && <MetricName metric={headline} isSign />}
        </div>
        {pin && !isLocked && <PinButton pin={pin} title={title} />}
        {trend && (
          <button
            type="button"
            className={css.trends}
            aria-pressed={active}
            aria-label={copy.trendsOf(title)}
            onClick={(event) => toggle({ type: trend, title }, event.currentTarget)}
          >
            <ChartNoAxesCombined size={16} aria-hidden="true" />
            {copy.trends}
          </button>
        )}
      </header>
      {headline && <Headline metric={headline} totals={totals} currency={currency} isNamed={isNamed} />}
      {secondary.length > 0 && (
        <ul className={css.secondary}>
          {secondary.map((metric) => (
            <li key={metric}>
              <MetricName metric={metric} />
              <p className={css.small}>
                <FigureText
                  value={figureOf(totals, metric)}
                  unit={metrics[metric].unit}
                  currency={currency}
                  hidden={hiddenOf(totals, metric)}
                />
              </p>
              <Target
                metric={metric}
                value={knownFigureOf(totals, metric)}
                currency={currency}
                params={params}
              />
            </li>
          ))}
        </ul>
      )}
      {Body && <Body totals={totals} currency={currency} />}
      {to !== undefined && (
        <footer className={css.foot}>
          <Link
            to={to}
            className={css.more}
            aria-label={copy.seeBreakdownOf(title)}
            onPointerEnter={prefetchCharts}
            onFocus={prefetchCharts}
          >
            {copy.seeBreakdown}
            <ChevronRight size={16} aria-hidden="true" />
          </Link>
        </footer>
      )}
    </article>
  );
});

/** @param isNamed whether the title of the card is the name of the figure */
function Headline({
  metric,
  totals,
  currency,
  isNamed,
}: ComparedFigureProps & { readonly isNamed: boolean }) {
  const comparison = useComparisonOf(totals);
  const change = changeOf(totals, metric);
  const info = metrics[metric];
  const line = change ? withGaps(change.line, change.lineGaps) : [];
  const through = change && change.line.length > 1 ? change.lineThrough : null;
  return (
    <>
      <div className={css.headline}>
        <div className={css.figures}>
          {isNamed ? (
            <div className={css.titled}>
              <span className="sr-only">{info.label}</span>
            </div>
          ) : (
            <MetricName metric={metric} />
          )}
          <div className={css.value}>
            <ComparedFigure metric={metric} totals={totals} currency={currency} />
          </div>
        </div>
        {change && (
          <div className={css.spark}>
            <Sparkline points={line} through={through} width={96} height={36} />
            {through && (
              <span className={css.through} aria-hidden="true">
                {copy.toDay(formatShortDate(through))}
              </span>
            )}
            <SparkText points={line} through={through} unit={info.unit} currency={currency} />
          </div>
        )}
      </div>
      {change && (
        <p className={css.detail}>
          <ChangeDetail
            change={change}
            hidden={hiddenOf(totals, metric)}
            figure={info}
            currency={currency}
            sentence={copy.from[comparison]}
          />
        </p>
      )}
    </>
  );
}

/** A card while its figures load, in its final shape. */
export function CardSkeleton({ shape }: Pick<CardDeclaration, "shape">) {
  return (
    <div className={classNames(css.card, shape && css[shape])} aria-hidden="true">
      <div className={css.head}>
        <Skeleton width={120} height={14} />
      </div>
      <div className={css.headline}>
        <div className={css.figures}>
          <Skeleton width={90} height={11} className={css.gap} />
          <Skeleton width={132} height={28} className={css.gap} />
        </div>
        <Skeleton width={96} height={30} />
      </div>
      <div className={css.detail}>
        <Skeleton width={104} height={11} />
      </div>
      <div className={css.secondary}>
        <Skeleton width={66} height={28} />
        <Skeleton width={66} height={28} />
      </div>
      <div className={css.foot}>
        <Skeleton width={110} height={12} />
      </div>
    </div>
  );
}
