import type { Block } from "../api/generated/wire";
import { bareBlock } from "../blocks/bareBlock";
import type { BlockDeclaration, Blocks } from "../blocks/declaration";
import type { BlocksCall } from "../blocks/useBlocks";
import { content } from "./copy";

const copy = content.polls;

/** The calls of the polls screen; the generated table knows its blocks under this path. */
export const POLLS = "api/v1/content/dashboard/polls/breakdown";

/** A poll that can be chosen. */
export type Poll = { readonly id: number; readonly name: string };

/** Stands for no poll at all. */
export const NO_POLL = -1;

/** The query parameter with the chosen poll. */
export const POLL_PARAM = "poll";

/** The poll a query parameter names; anything but the id of one is none. */
export function readPollId(text: string | null): number {
  const id = text !== null && /^\d{1,10}$/.test(text) ? Number(text) : NO_POLL;
  return isPoll(id) ? id : NO_POLL;
}

/** An option of a poll with its answers. */
export type PollAnswer = {
  readonly index: number;
  readonly name: string;
  readonly answerCount: number;
  readonly percent: number;
};

const TABLE = "POLL_ANSWERS_BY_AUDIENCE_TABLE";
const OPTIONS = "pollAnswers";

type GroupRow = {
  readonly answers?: readonly number[];
  readonly records?: readonly GroupRow[];
  readonly [field: string]: unknown;
};

/** The answers of one option in the rows of the table by user groups. */
const optionField = (at: number) => `answers${at}`;

/** A row with a field of its own for the answers of each option, as tables take them. */
function withFields(row: GroupRow): GroupRow {
  const fields = (row.answers ?? []).map((count, at) => [optionField(at), count]);
  return { ...row, ...Object.fromEntries(fields), records: (row.records ?? []).map(withFields) };
}

/** The block by user groups as tables take it. */
export function readTable(body: unknown): Block {
  const block = body as Block;
  return { ...block, data: Array.isArray(block.data) ? block.data.map(withFields) : [] };
}

type PollBody = { readonly [OPTIONS]: readonly PollAnswer[]; readonly [TABLE]: Block };

/** The answer to a poll as blocks; without answers there is nothing to tell by user groups. */
export function readPoll(body: unknown): Blocks {
  const { pollAnswers, [TABLE]: table } = body as PollBody;
  const isAnswered = pollAnswers.some(({ answerCount }) => answerCount > 0);
  return {
    [OPTIONS]: bareBlock(OPTIONS, pollAnswers),
    [TABLE]: isAnswered ? readTable(table) : { ...table, data: [] },
  };
}

/** The calls of one poll. */
export function pollCall(poll: number): BlocksCall {
  return {
    endpoint: POLLS,
    path: `${POLLS}/${poll}/answerInfos`,
    read: readPoll,
    one: { path: (id) => `${POLLS}/${poll}/${id}`, read: readTable },
  };
}

/** Whether an id is a poll's; nothing is asked for the others. */
export const isPoll = (poll: number): boolean => poll > 0;

/** The options in the table of a poll's blocks. */
export function optionsOf(blocks: Blocks | undefined): readonly PollAnswer[] {
  const data = blocks?.[OPTIONS]?.data;
  return Array.isArray(data) ? (data as PollAnswer[]) : [];
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
      // In the order of the poll, until the reader orders them otherwise.
      sort: { column: "index", descending: false },
    },
    {
      kind: "table",
      id: "audience",
      block: TABLE,
      title: copy.byAudience,
      columns: [
        { field: "value" },
        ...options.map(({ name }, at) => ({
          field: optionField(at),
          label: name,
          definition: copy.optionDefinition,
          format: "countAndShare" as const,
        })),
      ],
      sort: { column: "name", descending: false },
    },
  ];
}
