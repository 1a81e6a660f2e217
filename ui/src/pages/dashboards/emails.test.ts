import { describe, expect, it } from "vitest";
import type { Blocks } from "../../figures/blocks/blockData";
import { isTextColumn, openingSort } from "../../figures/blocks/declaration";
import { rowsLeftOut } from "../../figures/blocks/list/listRows";
import { isEmptyBlock } from "../../figures/blocks/view/emptiness";
import type { BreakdownDeclaration } from "./declaration";
import { scheduleRows, screenRows } from "./emailRows";
import { emails } from "./emails";

const screen = (name: string): BreakdownDeclaration => {
  const found = emails.breakdowns.find(({ route }) => route === `emails-dashboard/${name}`);
  if (!found) throw new Error(name);
  return found;
};

describe("the e-mail screens", () => {
  it("show the schedule when nothing is planned, so that past entries can be requested", () => {
    const { blocks } = screen("schedule");
    const [schedule] = blocks;
    if (!schedule) throw new Error("no list");
    const answer = (recordCount: number) => scheduleRows([], { recordCount }).SCHEDULE;
    expect(isEmptyBlock(schedule, answer(10))).toBe(false);
    expect(isEmptyBlock(schedule, answer(0))).toBe(true);
  });

  it("are sorted as specified", () => {
    const sorts = emails.breakdowns.flatMap(({ blocks }) =>
      blocks.map((block) => [block.block, openingSort(block).column, openingSort(block).descending]),
    );
    expect(sorts).toContainEqual(["CLICKED_LINKS", "total", true]);
    for (const [block, column, descending] of sorts) {
      // The first column of a list is called "name": the date in the schedule, the campaign in the screens.
      if (block !== "CLICKED_LINKS") expect([block, column, descending]).toEqual([block, "name", false]);
    }
    const [schedule] = screen("schedule").blocks;
    const [screens] = screen("screens").blocks;
    expect(schedule).toMatchObject({ first: { field: "date" } });
    expect(screens).toMatchObject({ first: { field: "campaign" } });
  });

  it("say that message charts count by the month sent, and click charts by the month of the click", () => {
    for (const { blocks } of emails.breakdowns)
      for (const block of blocks) {
        if (block.kind !== "line" || typeof block.subtitle !== "function") continue;
        expect(block.subtitle("BY_MONTHS")).toBe(
          block.block === "CLICKS_BY_PERIOD" ? "By month of the click" : "By month sent",
        );
        expect(block.subtitle("BY_QUARTERS")).toContain("quarter");
      }
  });

  it("draw three charts from one block, and show previews as links", () => {
    const lines = screen("delivery-status-breakdown").blocks.filter(({ kind }) => kind === "line");
    expect(lines.map((line) => ("field" in line ? line.field : ""))).toEqual([
      "sent",
      "delivered",
      "bounced",
    ]);
    const [list] = screen("screens").blocks;
    if (list?.kind !== "list") throw new Error("a list");
    expect(list.columns.filter(isTextColumn).at(-1)).toMatchObject({ field: "link", format: "link" });
  });

  it("request ten planned e-mails", () => {
    expect(screen("schedule").recordCount).toBe(10);
  });
});

describe("rows without a block around them", () => {
  const rows = Array.from({ length: 3 }, (_, at) => ({
    date: `2026-12-0${at + 1}`,
    dayOfWeek: ["Tuesday", "Wednesday", "Thursday"][at] ?? "",
    audience: "",
    enrollmentStatus: "",
    notes: "",
  }));
  const campaigns = [{ campaign: "May", name: "News", subject: "Hello", ssl: "", link: "https://x.example" }];

  it("read as a list", () => {
    expect(scheduleRows(rows, {}).SCHEDULE).toMatchObject({ form: "rows", rows });
    expect(screenRows(campaigns).SCREENS).toMatchObject({ form: "rows", rows: campaigns });
  });

  it("of the schedule can be partial until everything is requested; the screens are complete", () => {
    const leftOut = ({ SCHEDULE, SCREENS }: Blocks, block = SCHEDULE ?? SCREENS) =>
      block && rowsLeftOut(block, rows.length);
    expect(leftOut(scheduleRows(rows, { recordCount: 10 }))).toBeNull();
    expect(leftOut(scheduleRows(rows, {}))).toBeNull();
    expect(leftOut(scheduleRows(rows, { recordCount: 0 }))).toBe(0);
    expect(leftOut(screenRows(campaigns))).toBe(0);
  });
});
