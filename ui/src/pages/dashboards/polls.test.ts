import { describe, expect, it } from "vitest";
import { blockAnswer } from "../../figures/blocks/testAnswers";
import type { BlockOf, Polls } from "../../generated/calls";
import { isPoll, NO_POLL, optionsOf, POLL, pollBlocks, pollCall, readPoll, readTable } from "./polls";

const child = { name: "Gold", isTotal: false, value: 3, answers: [1, 2], records: [] };
const TABLE = blockAnswer("POLL_ANSWERS_BY_AUDIENCE_TABLE", [
  { name: "Home", isTotal: true, value: 3, answers: [1, 2], records: [child] },
]) as BlockOf<Polls["api/v1/content/dashboard/polls/breakdown"]["POLL_ANSWERS_BY_AUDIENCE_TABLE"]>;
const option = (index: number, name: string, answerCount: number) => ({
  index,
  name,
  answerCount,
  percent: 50,
});
/** The header information of an option's column. */
const MEANING = "Answers with this option in the period, and their share of all answers in the row.";
const body = (first: number, second: number) => ({
  pollAnswers: [option(1, "Yes", first), option(2, "No", second)],
  POLL_ANSWERS_BY_AUDIENCE_TABLE: TABLE,
});

describe("a poll's answer", () => {
  it("has a figure for each option, at both levels", () => {
    expect(readTable(TABLE).rows).toMatchObject([
      { answers0: 1, answers1: 2, records: [{ name: "Gold", answers0: 1, answers1: 2 }] },
    ]);
  });

  it("shows user groups only if there are answers", () => {
    const table = (blocks: ReturnType<typeof readPoll>) => blocks.POLL_ANSWERS_BY_AUDIENCE_TABLE.rows;
    expect(table(readPoll(body(1, 2)))).toHaveLength(1);
    expect(table(readPoll(body(0, 0)))).toEqual([]);
    expect(optionsOf(readPoll(body(0, 0)))).toHaveLength(2);
    expect(optionsOf(undefined)).toEqual([]);
  });

  it("has a column for each option, even with equal names", () => {
    const [, table] = pollBlocks("Agreed?", [option(1, "Yes", 1), option(2, "Yes", 1)]);
    expect(table?.kind === "table" && table.columns).toEqual([
      { field: "value" },
      { field: "answers0", label: "Yes", definition: MEANING, format: "countAndShare" },
      { field: "answers1", label: "Yes", definition: MEANING, format: "countAndShare" },
    ]);
  });
});

it("is written in the address by its id; what is none names no poll", () => {
  expect(POLL.read(POLL.write(7))).toBe(7);
  expect([POLL.write(NO_POLL), POLL.write(0)]).toEqual(["", ""]);
  for (const text of ["", "0", "-7", "7.5", "7e3", "seven", "12345678901"])
    expect(POLL.read(text)).toBe(NO_POLL);
});

it("is requested by its id, which is above 0", () => {
  expect(isPoll(NO_POLL)).toBe(false);
  expect(isPoll(0)).toBe(false);
  expect(isPoll(7)).toBe(true);
  const { path, one } = pollCall(7);
  expect(path).toBe("api/v1/content/dashboard/polls/breakdown/7/answerInfos");
  expect(one("POLL_ANSWERS_BY_AUDIENCE_TABLE").path).toBe(
    "api/v1/content/dashboard/polls/breakdown/7/POLL_ANSWERS_BY_AUDIENCE_TABLE",
  );
});
