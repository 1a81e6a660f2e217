import type { ComponentType } from "react";
import type { MetricId } from "../api/generated/metrics";
import type { CardDeclaration } from "../blocks/Card";
import type { BlockDeclaration } from "../blocks/declaration";
import type { BarKind } from "../filters/model";
import type { GuardedRoute } from "../paths";

/** A card of a dashboard and the route of its breakdown. */
export type DashboardCard = CardDeclaration & { readonly to: GuardedRoute };

/** Cards under one heading. */
export type CardSection = { readonly title?: string; readonly cards: readonly DashboardCard[] };

/** A dashboard: cards of one totals call. */
export type DashboardDeclaration = {
  readonly route: GuardedRoute;
  readonly bar: BarKind;
  /** The call that answers the figures of every card. */
  readonly endpoint: string;
  readonly sections: readonly CardSection[];
  /** Stands in the place of the title, where a dashboard greets. */
  readonly Heading?: ComponentType;
  /** Stands between the bar and the cards. */
  readonly Above?: ComponentType;
  /** Links carry where they were followed from, so that the breakdown leads back here. */
  readonly tellsFromPage?: boolean;
};

/** A breakdown: a summary and blocks. */
export type BreakdownDeclaration = {
  readonly route: GuardedRoute;
  /** The dashboard it belongs to. */
  readonly parent: GuardedRoute;
  readonly bar: BarKind;
  /** The dashboard's call for this card alone, and the figures shown of it. */
  readonly summary: { readonly endpoint: string; readonly metrics: readonly MetricId[] };
  /** The path of the blocks, without `/breakdowns`. */
  readonly endpoint: string;
  /** How many rows lists begin with. */
  readonly recordCount?: number;
  readonly blocks: readonly BlockDeclaration[];
};
