import { content } from "#texts/screens";
import type { Codec } from "../../api/useAddress";
import { type Blocks, type GroupsData, infosOf, wholeRows } from "../../figures/blocks/blockData";
import type { BlocksCall } from "../../figures/blocks/calls";
import { type BlockDeclaration, openingFilter } from "../../figures/blocks/declaration";
import { figuresOf } from "../../figures/blocks/figureInfo";
import type { BlockOf, Data, PollRow, Polls } from "../../generated/calls";
import type { HiddenFields, TableRow } from "../../generated/wire";

const copy = content.polls;

/** The screen of the polls. */
export const POLLS_ROUTE = "content-dashboard/polls-breakdown";

/** Its filters. */
export const POLLS_BAR = "groups";

/** The calls of the polls screen. */
export const POLLS = "api/v1/content/dashboard/polls/breakdown" satisfies keyof Polls;

type PollBlocks = Polls[typeof POLLS];

/** The id that means no poll. */
export const NO_POLL = -1;

/** A poll in an address; NO_POLL if it is not an id. */
export const POLL: Codec<number> = {
  read(text) {
    const id = /^\d{1,10}$/.test(text) ? Number(text) : NO_POLL;
    return isPoll(id) ? id : NO_POLL;
  },
  write: (poll) => (isPoll(poll) ? String(poll) : ""),
};

/** An option of a poll with its answers. */
export type PollAnswer = Data<PollBlocks["pollAnswers"]>[number];

const TABLE = "POLL_ANSWERS_BY_AUDIENCE_TABLE" satisfies keyof PollBlocks;
const OPTIONS = "pollAnswers" satisfies keyof PollBlocks;

type TableBlock = BlockOf<PollBlocks[typeof TABLE]>;
type PollBody = { readonly [OPTIONS]: readonly PollAnswer[]; readonly [TABLE]: TableBlock };

/** The answers of one option in the rows of the table by user groups. */
const optionField = (at: number) => `answers${at}`;

/** Which options are hidden: those without a figure. */
function hiddenFields({
  answers,
  hidden,
}: Pick<PollRow<"value">, "answers" | "hidden">): HiddenFields | undefined {
  if (!hidden) return undefined;
  const why = answers.map((count, at) => [optionField(at), count === null ? hidden.answers : undefined]);
  return { value: hidden.value, ...Object.fromEntries(why) };
}

/** A row with one field per option for its answers, as tables need them. */
function withFields({ answers, hidden, records, ...row }: PollRow<"value">): TableRow {
  const fields = Object.fromEntries(answers.map((count, at) => [optionField(at), count]));
  return { ...fields, ...row, hidden: hiddenFields({ answers, hidden }), records: records.map(withFields) };
}

/** The block by user groups in the form that tables use. */
export function readTable({ data, filterParams, hidden }: TableBlock): GroupsData {
  const { viewByH1, viewByH2 } = filterParams;
  return { form: "groups", viewByH1, viewByH2, rows: data.map(withFields), hidden };
}

/** The answers to a poll as blocks; without answers the table by user groups is empty. */
export function readPoll({ pollAnswers, [TABLE]: table }: PollBody) {
  const isAnswered = pollAnswers.some(({ answerCount }) => answerCount !== 0);
  return {
    [OPTIONS]: wholeRows(pollAnswers),
    [TABLE]: readTable(isAnswered ? table : { ...table, data: [] }),
  };
}

/** The calls of one poll. */
export function pollCall(poll: number): BlocksCall {
  const infos = infosOf(POLLS);
  return {
    path: `${POLLS}/${poll}/answerInfos`,
    read: (body) => readPoll(body as PollBody),
    one: (block) => ({
      path: `${POLLS}/${poll}/${block}`,
      read: (body) => readTable(body as TableBlock),
    }),
    figures: (block) => {
      const info = infos[block];
      return info ? figuresOf(info) : [];
    },
  };
}

/** Whether an id can be a poll's; others are not requested. */
export const isPoll = (poll: number): boolean => poll > 0;

/** The options in a poll's blocks. */
export function optionsOf(blocks: Blocks | undefined): readonly PollAnswer[] {
  const data = blocks?.[OPTIONS];
  return data?.form === "rows" ? (data.rows as unknown as readonly PollAnswer[]) : [];
}

/** The blocks of a poll: its options, and its answers by user groups with a column for each option. */
export function pollBlocks(question: string, options: readonly PollAnswer[]): readonly BlockDeclaration[] {
  return [
    {
      kind: "list",
      id: "answers",
      block: OPTIONS,
      title: copy.answers,
      subtitle: question,
      first: { field: "name", label: copy.option },
      columns: [{ field: "answerCount", bar: true }, { field: "percent" }],
      // In the order of the poll until the reader sorts them. No column shows that order, so a note does.
      sort: { column: "index", descending: false },
      orderNote: copy.pollOrder,
      // A poll is open in one period.
      compares: false,
    },
    {
      kind: "table",
      id: "audience",
      block: TABLE,
      title: copy.byAudience,
      opensBy: "AUDIENCE",
      compares: false,
      columns: [
        { field: "value" },
        ...options.map(({ name }, at) => ({
          field: optionField(at),
          label: name,
          definition: copy.optionDefinition,
          format: "countAndShare" as const,
        })),
      ],
    },
  ];
}

/** The filter that the blocks of every poll open with. */
export const POLL_OPENS = openingFilter(pollBlocks("", []));

/** The poll that a path is of, such as that of its file; undefined if it is of none. */
export function pollOfPath(path: string): number | undefined {
  if (!path.startsWith(`${POLLS}/`)) return undefined;
  const poll = POLL.read(path.slice(POLLS.length + 1));
  return isPoll(poll) ? poll : undefined;
}
