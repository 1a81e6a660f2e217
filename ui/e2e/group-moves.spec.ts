// Members who moved from tier to tier: the card, the flow with its table, and where there is no such thing. The tests have a
// server of their own.
import type { Page } from "@playwright/test";
import { CONFIGURATIONS } from "./configurations";
import { checkPage, cutTexts } from "./looks";
import { block, expectNoHorizontalOverflow, idle, open, withFilters } from "./page";
import { testsWith } from "./program";
import { expect, test as ofDemo } from "./test";

const GROUPS =
  "id,type,name,position\n1,TIER,Gold,2\n2,TIER,Silver,1\n1,LOB,Auto,\n2,LOB,Home,\n1,AUDIENCE,Families,\n";
const HEADER = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n";
const member = (id: string, tier: number, lob = 1) => `${id},${tier},${lob},1,2025-12-01,Website\n`;
/** A falls from Gold to Silver in February, B rises from Silver to Gold and changes its line of business; C stays. */
const BEFORE = HEADER + member("A", 1) + member("B", 2) + member("C", 2) + member("D", 1);
const MOVED = HEADER + member("A", 2) + member("B", 1, 2);
const login = (id: string, day: string) => `${id},2026-${day} 10:00:00\n`;
/** D registers in February. */
const VISITS = `member_id,logged_in_at\n${[
  login("A", "01-05"),
  login("B", "01-06"),
  login("C", "01-07"),
  login("D", "02-10"),
  login("A", "02-28"),
].join("")}`;
const FEBRUARY = {
  period: "SELECTED_DATE",
  startDate: "2026-02-01",
  endDate: "2026-02-28",
  comparison: "NONE",
  groupsAsOf: "WINDOW",
};
const DASHBOARD = withFilters("/user-dashboard", FEBRUARY);
const MOVES = withFilters("/user-dashboard/group-moves-breakdown", FEBRUARY);

const test = testsWith({
  users: [[{ login: "ann@example.com", firstName: "Ann" }, "USERS"]],
  loads: [
    {
      words: ["--effective", "2026-01-01"],
      files: { "user_groups.csv": GROUPS, "members.csv": BEFORE, "logins.csv": VISITS },
    },
    { words: ["--effective", "2026-02-15"], files: { "members.csv": MOVED } },
  ],
});
test.describe.configure({ mode: "default" });

/** The texts of a block's table, by row. */
async function table(page: Page, title: string): Promise<string[][]> {
  const rows = await block(page, title).getByRole("row").all();
  return Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
}

test("the card opens into a flow whose table adds up to both ends", async ({ page }) => {
  await open(page, DASHBOARD);
  const card = page.getByRole("article", { name: "Moves between Tiers" });
  await expect(card).toContainText("Moved Up");
  await expect(card).toContainText("33.33%");
  await card.getByRole("link", { name: /See Breakdown/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Moves between Groups Breakdown" })).toBeVisible();
  await idle(page);
  const flow = block(page, "From Group to Group");
  await expect(
    flow.getByText("4 members: 1 joined, 1 moved up and 1 moved down.", { exact: true }),
  ).toBeVisible();
  await expect(flow.getByRole("img")).toHaveAccessibleName(/1 from Silver to Gold, 1 from Gold to Silver/);
  const expected = [
    ["From / To", "Silver", "Gold", "Total"],
    ["Silver", "1", "↑ moved up 1", "2"],
    ["Gold", "↓ moved down 1", "0", "1"],
    ["Not registered", "0", "1", "1"],
    ["Total", "2", "2", "4"],
  ];
  const words = (rows: string[][]) => rows.map((row) => row.map((text) => text.replace(/\s+/g, " ").trim()));
  expect(words(await table(page, "From Group to Group"))).toEqual(expected);
  expect(words(await table(page, "In and Out of Groups")).slice(1)).toEqual([
    ["Silver", "2", "0", "1", "1", "2"],
    ["Gold", "1", "1", "1", "1", "2"],
    ["Total", "3", "1", "0", "0", "4"],
  ]);
  await flow.getByRole("combobox", { name: "View by" }).selectOption("LOB");
  await idle(page);
  await expect(flow.getByText("4 members: 1 joined, 1 moved.", { exact: true })).toBeVisible();
});

ofDemo.describe("the demo", () => {
  ofDemo("has members who move, in a table that scrolls on a phone", async ({ page }) => {
    await open(page, "/user-dashboard");
    const card = page.getByRole("article", { name: "Moves between Tiers" });
    await card.getByRole("link", { name: /See Breakdown/ }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(block(page, "From Group to Group").getByRole("table")).toContainText("Platinum");
    await expectNoHorizontalOverflow(page);
  });

  ofDemo("a tier leads to whether its members changed or others moved in, and back", async ({ page }) => {
    await open(page, "/user-dashboard/group-moves-breakdown");
    for (const title of ["From Group to Group", "In and Out of Groups"]) {
      await block(page, title).getByRole("rowheader", { name: "Gold" }).getByRole("link").click();
      await expect(
        page.getByRole("heading", { level: 1, name: "Why Program Active Rate moved" }),
      ).toBeVisible();
      await idle(page);
      const causes = page.getByRole("rowheader");
      for (const cause of ["Members who stayed", "Members from Silver"])
        await expect(causes.filter({ hasText: cause })).toHaveCount(1);
      await page.getByRole("link", { name: "Back to Moves between Groups Breakdown" }).click();
      await idle(page);
    }
  });

  ofDemo(
    "answers in three clicks whether Gold got better, or better members became Gold",
    async ({ page }) => {
      await open(page, "/executive-summary");
      const card = page.getByRole("article", { name: "Program Engagement Rate" });
      await card.getByRole("link", { name: /^(up|down)/ }).click();
      await page.getByRole("button", { name: /^Tier/ }).click();
      await page.getByRole("button", { name: "Break down Gold" }).click();
      const causes = page.getByRole("rowheader");
      for (const cause of [
        "Members who stayed",
        "Members from Silver",
        "Members who moved to Platinum",
        "New members",
      ])
        await expect(causes.filter({ hasText: cause })).toHaveCount(1);
    },
  );
});

for (const { name, use, device } of CONFIGURATIONS)
  test.describe(name, () => {
    test.use(use);

    test("the screen looks good and reads well, and no text of it is cut", async ({ page }) => {
      await open(page, MOVES);
      expect(await cutTexts(page)).toEqual([]);
      await expectNoHorizontalOverflow(page);
      if (device) await checkPage(page, device, "moves between groups");
    });
  });
