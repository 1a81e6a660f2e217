import type { ComponentType } from "react";
import type { Filters } from "./model";

/** What the panel and the value of a filter are given. */
export type FilterPartProps = {
  /** The draft where there is one, else what is applied. */
  readonly filters: Filters;
  /** The program's day. */
  readonly today: string;
};

/** What the opened popover of a filter is given. */
export type FilterPanelProps = FilterPartProps & {
  /** Whether the screen compares its figures with those of another period. */
  readonly compares: boolean;
  edit(next: Filters): void;
  /** Closes the popover. */
  close(): void;
};

/** One filter of the bar: a button that says its value, and what opens from it. */
export type FilterDeclaration = {
  readonly id: string;
  readonly icon: ComponentType<{ size?: number }>;
  /** The label before the value; for the period it is the period's name. */
  label(filters: Filters): string;
  /** The name of what opens, where the label is no name of it. */
  readonly title?: string;
  /** Whether the value says it all, so that the words before it would only repeat it. */
  isBare?(filters: Filters): boolean;
  readonly Value: ComponentType<FilterPartProps>;
  /** What must be known of the applied choice to read the figures; renders nothing where there is nothing to say. */
  readonly Note?: ComponentType<FilterPartProps>;
  /** It may be fetched when it is first opened. */
  readonly Panel: ComponentType<FilterPanelProps>;
  /** Fetches the panel ahead of its opening. */
  prefetch?(): Promise<unknown>;
};
