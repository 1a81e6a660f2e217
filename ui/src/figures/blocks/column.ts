import type { MetricInfo } from "#texts/generated/metrics";
import type { Unit } from "../../generated/wire";
import type { TextFormat } from "./declaration";

/** A column of a table after the first: as declared, completed from the generated table. */
export type Column = {
  /** The field of the rows. */
  readonly field: string;
  readonly label: string;
  /** The unit of its figures; text columns have none. */
  readonly unit?: Unit | undefined;
  /** How its text is written; columns of figures have none. */
  readonly text?: TextFormat | undefined;
  /** Shown instead of the address of a link. */
  readonly linkText?: string | undefined;
  /** Shows next to each count its share of the row's sum of all such columns. */
  readonly isShared?: boolean | undefined;
  /** What the figures mean, shown at the header. */
  readonly definition?: string | undefined;
  /** Shows a bar next to each figure, to compare rows at a glance. */
  readonly bar?: boolean | undefined;
  /** A shorter header, for a column beside the figure that it belongs to. The label names that figure, too. */
  readonly short?: string | undefined;
  /** Of a change in percent: the figure that changes. */
  readonly changeOf?: Changing | undefined;
};

/** A figure with what its change means, and the columns that it divides if it is a rate of two of the table. */
export type Changing = Pick<MetricInfo, "unit" | "course" | "polarity"> & {
  readonly field: string;
  readonly of?: string | undefined;
  readonly by?: string | undefined;
};

/** The field of a list's rows that holds their position in the answer, from 1. */
export const RANK_FIELD = "rank";

/** The fields of a compared row: the figure of the period before, and its change in percent. */
export const beforeOf = (field: string) => `${field}_before`;
export const changeOf = (field: string) => `${field}_change`;
