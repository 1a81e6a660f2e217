/** A label and a figure; null where it is hidden. */
export type Point = [label: string, value: number | null];
/** A period's label and its figures, in the order of the block's series. */
export type PeriodRow = [label: string, ...values: (number | null)[]];
/** The rows of one group. */
export type GroupRows = { name: string, records: PeriodRow[] };
/** A row of a table: the group's name, its figures by field, its second level. */
export type TableRow = { name: string, isTotal: boolean, records: TableRow[] } & { [field: string]: number | null | string | boolean | TableRow[] | HiddenFields | undefined };
/** Why the hidden figures of an object are null, by field. */
export type HiddenFields = { [field: string]: Hidden | undefined };
/** By metric id: the field's path in the answer, for example "logins.totalLogins". */
export type Compare = Record<string, Change>;
/** A totals answer: one object per card, the change of each figure, and what it is a change from. */
export type Totals = { compare: Compare; comparedWith: ComparedWith } & { [card: string]: unknown };
/** The first grouping of a table. */
export type ViewByH1 = GroupType;
