import type { ComponentType } from "react";
import type { MetricId } from "#texts/generated/metrics";
import type { BelowOf, DashboardRoute, GuardedRoute } from "../../api/pages";
import type { BlockData } from "../../figures/blocks/blockData";
import { type BlocksCall, breakdownCall, rowsCall, unwrappedCall } from "../../figures/blocks/calls";
import type { CardDeclaration } from "../../figures/blocks/card/Card";
import type { BlockDeclaration, BlocksOf } from "../../figures/blocks/declaration";
import type { BarKind } from "../../figures/filters/model";
import type {
  BreakdownPath,
  Figure,
  RowsAnswer,
  RowsCalls,
  RowsPath,
  Text,
  TotalsAnswer,
  TotalsMetrics,
  TotalsPath,
  UnwrappedAnswer,
  UnwrappedBreakdowns,
  UnwrappedPath,
} from "../../generated/calls";
import type { FilterParams } from "../../generated/wire";
import type { LazyComponent } from "../../kit/lazy";
import type { LeastDecimals } from "../../texts/format";
import type { PageHeaderProps } from "./PageHeader";

/** The metrics of a call that answers cards. */
type MetricsOf<P extends TotalsPath> = TotalsMetrics[P] & MetricId;

/** The call with the figures at the top of a breakdown, and the figures shown. */
export type SummaryDeclaration = { readonly endpoint: TotalsPath; readonly metrics: readonly MetricId[] };

/** A declared summary: its call, and its metrics if they are others than those of the screen's card. */
type SummaryOf =
  | TotalsPath
  | { [P in TotalsPath]: { readonly endpoint: P; readonly metrics: readonly MetricsOf<P>[] } }[TotalsPath];

/** The options of every breakdown. */
type BreakdownFrame = {
  /** The filters in its bar; by default those of its dashboard. */
  readonly bar?: BarKind;
  /** A line under the title. */
  readonly subtitle?: string;
  /**
   * The figures at its top: "card" for those of its card, from the call of its dashboard. A screen without a summary
   * compares nothing with another period.
   */
  readonly summary?: "card" | SummaryOf;
  /** The number of rows that lists show at first. */
  readonly recordCount?: number;
  /** Whether the record count applies to the default period only; a chosen period is shown in full. */
  readonly showsChosenPeriod?: boolean;
  /** The minimum number of decimals of percentages in its tables and lists; 0 by default. */
  readonly percentDecimals?: LeastDecimals;
  /** The number of blocks per row where there is room; two by default. */
  readonly perRow?: 3;
};

/** A breakdown before its dashboard completes it. */
type DeclaredBreakdown = BreakdownFrame & {
  /** Its path in the generated table of blocks. */
  readonly endpoint: BreakdownPath | UnwrappedPath | RowsPath;
  readonly call: BlocksCall;
  readonly blocks: readonly BlockDeclaration[];
  /** Whether the server makes files of it. */
  readonly isExported: boolean;
};

/** A breakdown of a call that answers blocks. */
export function breakdown<P extends BreakdownPath>(
  endpoint: P,
  declared: BreakdownFrame & { readonly blocks: readonly BlocksOf<P>[] },
): DeclaredBreakdown {
  return { ...declared, endpoint, call: breakdownCall(endpoint), isExported: true };
}

/** The figures and texts of a call that answers data without blocks around them. */
type Unwrapped<P extends UnwrappedPath> = UnwrappedBreakdowns[P][keyof UnwrappedBreakdowns[P]];

/** A breakdown of a call that answers data without blocks, which `read` makes into blocks. */
export function unwrappedBreakdown<P extends UnwrappedPath, B extends string>(
  endpoint: P,
  read: (answer: UnwrappedAnswer<P>) => Readonly<Record<B, BlockData>>,
  declared: BreakdownFrame & {
    readonly blocks: readonly BlockDeclaration<NoInfer<B>, Figure<Unwrapped<P>>, Text<Unwrapped<P>>>[];
  },
): DeclaredBreakdown {
  return { ...declared, endpoint, call: unwrappedCall(endpoint, read), isExported: true };
}

/** A screen of a call that answers the rows of one list. */
export function rowsBreakdown<P extends RowsPath, B extends string>(
  endpoint: P,
  read: (rows: RowsAnswer<P>, params: FilterParams) => Readonly<Record<B, BlockData>>,
  declared: BreakdownFrame & {
    readonly blocks: readonly BlockDeclaration<NoInfer<B>, never, Text<RowsCalls[P]>>[];
    /** Whether the server makes files of it; it does not by default. */
    readonly isExported?: true;
  },
): DeclaredBreakdown {
  return { isExported: false, ...declared, endpoint, call: rowsCall(endpoint, read) };
}

/** A screen below a dashboard: the card that links to it, and its content. */
type ScreenOf<P extends TotalsPath> = {
  /** Its card; without one the link is next to the dashboard's title. */
  readonly card?: CardDeclaration<MetricsOf<P>, TotalsAnswer<P>>;
  /** The heading above its card, if not the dashboard's title. */
  readonly section?: string;
} & ({ readonly breakdown: DeclaredBreakdown } | { readonly Page: LazyComponent<object> });

/** A card of a dashboard and the route of its breakdown, if any. */
export type DashboardCard = CardDeclaration & { readonly to?: GuardedRoute };

/** Cards under one heading. */
export type CardSection = { readonly title?: string | undefined; readonly cards: readonly DashboardCard[] };

/** A dashboard: cards of one totals call. */
export type DashboardDeclaration = {
  readonly route: GuardedRoute;
  readonly bar: BarKind;
  /** The call that answers the figures of every card. */
  readonly endpoint: TotalsPath;
  readonly sections: readonly CardSection[];
  /** A line under the title. */
  readonly subtitle?: string | undefined;
  /** A greeting instead of the title. */
  readonly Heading?: ComponentType<Pick<PageHeaderProps, "tools">>;
  /** Drawn first, under the bar; not part of the figures, so that links do not show it. */
  readonly Beginning?: ComponentType;
  /** Drawn between the bar and the cards. */
  readonly Above?: ComponentType;
  /** Whether its user chooses its cards. */
  readonly isPinned?: true;
  /** Whether links include this screen's address, so that the breakdown links back here. */
  readonly tellsFromPage?: boolean;
};

/** A breakdown: a summary and blocks. */
export type BreakdownDeclaration = Omit<DeclaredBreakdown, "bar" | "summary"> & {
  readonly route: GuardedRoute;
  /** The dashboard it belongs to. */
  readonly parent: DashboardRoute;
  readonly bar: BarKind;
  readonly summary?: SummaryDeclaration | undefined;
};

/** The screens of one dashboard: one lazily loaded module. */
export type ScreensModule<R extends DashboardRoute = DashboardRoute> = {
  readonly dashboard: DashboardDeclaration & { readonly route: R };
  readonly breakdowns: readonly BreakdownDeclaration[];
  /** Screens that are not a list of blocks. */
  readonly pages: Readonly<Partial<Record<GuardedRoute, LazyComponent<object>>>>;
};

/** What a dashboard declares. */
type DashboardOf<R extends DashboardRoute, P extends TotalsPath> = {
  /** The filters in its bar, and by default in those of the screens below it. */
  readonly bar: BarKind;
  readonly subtitle?: string;
  /** What its breakdowns have in common. */
  readonly breakdowns?: Pick<BreakdownFrame, "recordCount" | "percentDecimals">;
  /** Every screen below it in the tree, in the order of their cards. */
  readonly screens: { readonly [S in BelowOf<R>]: ScreenOf<P> };
  /** Cards without a breakdown, after the others. */
  readonly cards?: readonly CardDeclaration<MetricsOf<P>, TotalsAnswer<P>>[];
};
/**
 * A dashboard and the screens below it.
 *
 * @param endpoint the call that answers the figures of its cards
 */
export function dashboard<R extends DashboardRoute, P extends TotalsPath>(
  route: R,
  endpoint: P,
  { bar, subtitle, breakdowns, screens, cards = [] }: DashboardOf<R, P>,
): ScreensModule<R> {
  const below = Object.entries<ScreenOf<P>>(screens).map(([name, screen]) => ({
    to: `${route}/${name}` as GuardedRoute,
    screen,
    // Every card is drawn with the answer of this dashboard's call, which has the fields that it reads.
    card: screen.card as CardDeclaration | undefined,
  }));
  const headings = [...new Set([undefined, ...below.map(({ screen }) => screen.section)])];
  const sections = headings.map((title) => ({
    title,
    cards: below.flatMap(({ to, screen, card }) =>
      card && screen.section === title ? [{ ...card, to }] : [],
    ),
  }));
  const lone = cards as readonly CardDeclaration[];
  return {
    dashboard: {
      route,
      bar,
      endpoint,
      subtitle,
      sections: sections.map((section, at) =>
        at === 0 ? { ...section, cards: [...section.cards, ...lone] } : section,
      ),
    },
    breakdowns: below.flatMap(({ to, screen, card }) => {
      if (!("breakdown" in screen)) return [];
      const { summary, ...rest } = screen.breakdown;
      return [
        {
          bar,
          ...breakdowns,
          ...rest,
          route: to,
          parent: route,
          summary: summary && summaryOf(summary, endpoint, card),
        },
      ];
    }),
    pages: Object.fromEntries(
      below.flatMap(({ to, screen }) => ("Page" in screen ? [[to, screen.Page]] : [])),
    ),
  };
}

function summaryOf(
  summary: "card" | SummaryOf,
  endpoint: TotalsPath,
  card: CardDeclaration | undefined,
): SummaryDeclaration {
  const { headline, secondary = [] } = card ?? {};
  const ofCard = headline ? [headline, ...secondary] : secondary;
  if (typeof summary === "object") return summary;
  return { endpoint: summary === "card" ? endpoint : summary, metrics: ofCard };
}
