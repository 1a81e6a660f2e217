/** A row of a list: texts and numbers by name. */
export type Row<T extends string, N extends string> = { [K in T]: string } & { [K in N]: number | null } & Hiding<N>;
/** Which figures of a row are null because they are hidden, and why. */
export type Hiding<N extends string> = { hidden?: { [K in N]?: Hidden } };
/** A row of a table: a group's name, its figures, and its second level. */
export type FigureRow<F extends string> = { name: string; isTotal: boolean; records: FigureRow<F>[] } & { [K in F]: number | null } & Hiding<F>;
/** A name, its figure, and the figure of each month as yyyy-mm. */
export type Slice = [name: string, value: number, months: [month: string, value: number][]];

/** What a block answers: its figures, the texts of its rows, and its data. */
type Shaped<S extends string, F extends string, T extends string, D> = { shape: S; figure: F; text: T; data: D };

/** One row per period; with viewBy, one list of such rows per group. */
export type ByPeriod<F extends string> = Shaped<"byPeriod", F, never, PeriodRow[] | GroupRows[]>;
/** One row per period. */
export type ByPeriodTotals<F extends string> = Shaped<"byPeriodTotals", F, never, PeriodRow[]>;
/** One line per group of one grouping. */
export type GroupSeries<F extends string> = Shaped<"series", F, never, GroupRows[]>;
/** One row per group, in one or two levels, the total last. */
export type Table<F extends string> = Shaped<"table", F, never, FigureRow<F>[]>;
/** A table with the answers to each option of a poll and their sum. */
export type PollTable<F extends string> = Shaped<"pollTable", F, never, PollRow<F>[]>;
export type PollRow<F extends string> = { name: string; isTotal: boolean; records: PollRow<F>[]; answers: (number | null)[] } & { [K in F]: number | null } & Hiding<F | "answers">;
/** How many members moved from group to group, or stayed. A group without a name is of none that is chosen. */
export type Flow<F extends string> = Shaped<"flow", F, "from" | "to" | "way", FlowRow<F>[]>;
export type FlowRow<F extends string> = { from: string; to: string; way: "joined" | "stayed" | "up" | "down" | "moved" } & { [K in F]: number | null } & Hiding<F>;
/** One figure per group. */
export type Groups<F extends string> = Shaped<"groups", F, "name", Row<"name", F>[]>;
/** One figure per item. */
export type Bars<T extends string, F extends string> = Shaped<"bars", F, T, Row<T, F>[]>;
/** One row per item; N are the numbers that are no figures, such as ids. */
export type List<T extends string, F extends string, N extends string = never> = Shaped<"list", F, T, (Row<T, F> & { [K in N]: number })[]>;
/** Several lists under their keys. */
export type Lists<K extends string, T extends string, F extends string> = Shaped<"lists", F, T, Record<K, Row<T, F>[]>>;
/** One object per month, dated yyyy-mm. */
export type Months<F extends string> = Shaped<"months", F, never, Row<"date", F>[]>;
/** One column of a list. */
export type Column<T extends string, F extends string> = Shaped<"column", F, T, [F] extends [never] ? string[] : number[]>;
/** One text and one figure per item. */
export type Pairs<T extends string, F extends string> = Shaped<"pairs", F, T, [text: string, value: number][]>;
/** A name, its figure, and that of each month. */
export type Slices<F extends string> = Shaped<"slices", F, "name", Slice[]>;
/** The figures of a card. */
export type CardFigures<F extends string> = Shaped<"card", F, never, { [K in F]: number }>;

/** Any shape. */
export type Shape = Shaped<string, string, string, unknown>;
/** The figures of a shape. */
export type Figure<S> = S extends Shape ? S["figure"] : never;
/** The texts in the rows of a shape. */
export type Text<S> = S extends Shape ? S["text"] : never;
/** The data of a shape. */
export type Data<S> = S extends Shape ? S["data"] : never;

/** A block of one shape, as its call answers it. */
export type BlockOf<S> = Omit<Block, "data"> & { data: Data<S> };
/** A block of any shape. */
export type AnyBlock = BlockOf<Shape>;
/** The blocks of a breakdown, as its call answers them. */
export type BreakdownAnswer<P extends BreakdownPath> = { [B in keyof Breakdowns[P]]: BlockOf<Breakdowns[P][B]> };
/** What a breakdown answers that has no blocks around its data. */
export type UnwrappedAnswer<P extends UnwrappedPath> = {
  [B in keyof UnwrappedBreakdowns[P]]: Data<UnwrappedBreakdowns[P][B]>;
} & ("slices" extends (UnwrappedBreakdowns[P][keyof UnwrappedBreakdowns[P]] & Shape)["shape"]
  ? { periods: ChartPeriod[] }
  : unknown) &
  ("pairs" extends (UnwrappedBreakdowns[P][keyof UnwrappedBreakdowns[P]] & Shape)["shape"]
    ? { partial?: string[] }
    : unknown);
/** The rows that a call answers. */
export type RowsAnswer<P extends RowsPath> = Data<RowsCalls[P]>;
/** The answer of a call with cards: an object per card, and the comparison of every metric. */
export type TotalsAnswer<P extends TotalsPath = TotalsPath> = {
  compare: { [M in TotalsMetrics[P]]: Change };
  comparedWith: ComparedWith;
} & {
  [C in CardOf<TotalsMetrics[P]>]: [FieldOf<TotalsMetrics[P], C>] extends [never]
    ? CardTenure
    : Record<FieldOf<TotalsMetrics[P], C>, number | null> & Hiding<FieldOf<TotalsMetrics[P], C>>;
} & (P extends keyof TotalsExtra ? TotalsExtra[P] : unknown);
/** Null where it is hidden. */
export type CardTenure = { [K in keyof Tenure]: number | null } & Hiding<"years">;
type CardOf<M extends string> = M extends `${infer C}.${string}` ? C : M;
type FieldOf<M extends string, C extends string> = M extends `${C}.${infer F}` ? F : never;

/** Every call with blocks. */
export type Screens = Breakdowns & UnwrappedBreakdowns & Polls;
/** The path of a breakdown, without `/breakdowns`. */
export type BreakdownPath = keyof Breakdowns;
/** The path of a breakdown that answers without blocks around its data, without `/breakdowns`. */
export type UnwrappedPath = keyof UnwrappedBreakdowns;
/** The path of a call that answers a list. */
export type RowsPath = keyof RowsCalls;
/** The path of a call that answers cards. */
export type TotalsPath = keyof TotalsMetrics;
