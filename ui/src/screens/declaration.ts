import type { ComponentType } from "react";
import type { MetricId } from "../api/generated/metrics";
import type { FilterParams } from "../api/generated/wire";
import type { CardDeclaration } from "../blocks/card/Card";
import type { BlockDeclaration, Blocks } from "../blocks/declaration";
import type { BarKind } from "../filters/model";
import type { LeastDecimals } from "../format";
import type { GuardedRoute } from "../paths";

/** A card of a dashboard and the route of its breakdown, where it has one. */
export type DashboardCard = CardDeclaration & { readonly to?: GuardedRoute };

/** Cards under one heading. */
export type CardSection = { readonly title?: string; readonly cards: readonly DashboardCard[] };

/** A dashboard: cards of one totals call. */
export type DashboardDeclaration = {
  readonly route: GuardedRoute;
  readonly bar: BarKind;
  /** The call that answers the figures of every card. */
  readonly endpoint: string;
  readonly sections: readonly CardSection[];
  /** A line under the title. */
  readonly subtitle?: string;
  /** Screens of this dashboard that belong to no card, linked beside the title. */
  readonly links?: readonly GuardedRoute[];
  /** Stands in the place of the title, where a dashboard greets. */
  readonly Heading?: ComponentType;
  /** Stands between the bar and the cards. */
  readonly Above?: ComponentType;
  /** Links carry where they were followed from, so that the breakdown leads back here. */
  readonly tellsFromPage?: boolean;
};

/** The call that answers the figures at the head of a breakdown, and which of them are shown. */
export type SummaryDeclaration = { readonly endpoint: string; readonly metrics: readonly MetricId[] };

/** A breakdown: a summary and blocks. */
export type BreakdownDeclaration = {
  readonly route: GuardedRoute;
  /** The dashboard it belongs to. */
  readonly parent: GuardedRoute;
  readonly bar: BarKind;
  /** A line under the title. */
  readonly subtitle?: string;
  /** A screen may have none, and then compares nothing with the period before. */
  readonly summary?: SummaryDeclaration;
  /** The path of the blocks, without `/breakdowns`. */
  readonly endpoint: string;
  /** How many rows lists begin with. */
  readonly recordCount?: number;
  /** How many decimals the percentages of its tables and lists show at least; none unless it is said otherwise. */
  readonly percentDecimals?: LeastDecimals;
  /**
   * A screen whose call answers no blocks: the whole path of the call where it does not end in
   * `/breakdowns`, and how its body reads as blocks. What a block asks for itself asks this call again.
   */
  readonly bare?: {
    readonly path?: string;
    blocks(body: unknown, params: FilterParams): Blocks;
  };
  readonly blocks: readonly BlockDeclaration[];
  /** How many blocks stand side by side where there is room; two unless it is said otherwise. */
  readonly abreast?: 3 | undefined;
};

/** The screens of one dashboard: one lazily loaded module. */
export type ScreensModule = {
  readonly dashboard: DashboardDeclaration;
  readonly breakdowns: readonly BreakdownDeclaration[];
  /** Screens that are no list of blocks. */
  readonly pages?: Partial<Record<GuardedRoute, ComponentType>>;
};
