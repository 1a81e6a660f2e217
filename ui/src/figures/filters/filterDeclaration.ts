import type { ComponentType } from "react";
import type { Filters } from "./model";

/** The properties of a filter's panel and value. */
export type FilterPartProps = {
  /** The draft if there is one, else the applied filters. */
  readonly filters: Filters;
  /** The program's day. */
  readonly today: string;
};

/** The properties of a filter's open popover. */
export type FilterPanelProps = FilterPartProps & {
  /** Whether the screen compares its figures with those of another period. */
  readonly compares: boolean;
  edit(next: Filters): void;
  /** Closes the popover. */
  close(): void;
};

/** One filter of the bar: a button with its value, and the panel that it opens. */
export type FilterDeclaration = {
  readonly id: string;
  readonly icon: ComponentType<{ size?: number }>;
  /** The label before the value; for the period, its name. */
  label(filters: Filters): string;
  /** The name of the popover, if not the label. */
  readonly title?: string;
  /** Whether the value makes sense without the label, which is then hidden. */
  isValueOnly?(filters: Filters): boolean;
  readonly Value: ComponentType<FilterPartProps>;
  /** Explains how the applied choice affects the figures; renders nothing if there is nothing to explain. */
  readonly Note?: ComponentType<FilterPartProps>;
  /** May be lazily loaded. */
  readonly Panel: ComponentType<FilterPanelProps>;
  /** Fetches the panel before it is opened. */
  prefetch?(): Promise<unknown>;
};

/** Fetches the panel of a filter. A failed download is retried, and reported, when the filter is opened. */
export function prefetchPanel({ prefetch }: FilterDeclaration): void {
  prefetch?.().catch(() => undefined);
}
