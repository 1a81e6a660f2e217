// Which groups count: a member of Gold who moved to Silver counts in either, as the filter says. The tests have a server of
// their own.
import type { Page } from "@playwright/test";
import { CONFIGURATIONS } from "./configurations";
import { checkPage, cutTexts } from "./looks";
import {
  apply,
  block,
  expectNoHorizontalOverflow,
  filtersOf,
  groupsButton,
  idle,
  LOGINS,
  open,
  openGroups,
  withFilters,
} from "./page";
import { testsWith } from "./program";
import { expect } from "./test";

/** As many audiences as fill the screen of a phone. */
const AUDIENCES = Array.from({ length: 15 }, (_, at) => `${at + 2},AUDIENCE,Audience ${at + 2}\n`).join("");
const GROUPS = `id,type,name\n1,TIER,Gold\n2,TIER,Silver\n1,LOB,All\n1,AUDIENCE,All\n${AUDIENCES}`;
const member = (id: string, tier: number) => `${id},${tier},1,1,2025-12-01,Website\n`;
const HEADER = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n";
/** A is in Gold in January and in Silver from February on; B stays in Gold, C in Silver. */
const BEFORE = HEADER + member("A", 1) + member("B", 1) + member("C", 2);
const MOVED = HEADER + member("A", 2);
const login = (id: string, day: string) => `${id},2026-${day} 10:00:00\n`;
const VISITS = `member_id,logged_in_at\n${[
  login("A", "01-05"),
  login("A", "01-06"),
  login("A", "01-07"),
  login("B", "01-08"),
  login("C", "01-09"),
  login("A", "02-10"),
  login("B", "02-11"),
].join("")}`;
const JANUARY = {
  period: "SELECTED_DATE",
  startDate: "2026-01-01",
  endDate: "2026-01-31",
  comparison: "NONE",
};
const BY_TIER = `${withFilters(LOGINS, JANUARY)}&view=table.by-tier`;

const test = testsWith({
  users: [[{ login: "ann@example.com", firstName: "Ann" }, "USERS"]],
  loads: [
    {
      words: ["--effective", "2026-01-01"],
      files: { "user_groups.csv": GROUPS, "members.csv": BEFORE, "logins.csv": VISITS },
    },
    { words: ["--effective", "2026-02-01"], files: { "members.csv": MOVED } },
  ],
});
test.describe.configure({ mode: "default" });

/** The logins of each tier in the table, and all of them. */
async function byTier(page: Page): Promise<string[][]> {
  const rows = block(page, "Total / Unique Logins")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
  return Promise.all((await rows.all()).map((row) => row.locator("th, td").allInnerTexts()));
}

const logins = async (page: Page) =>
  Object.fromEntries((await byTier(page)).map(([name = "", total = ""]) => [name, total]));

test("a member who moved counts in the groups of then or of now", async ({ page }) => {
  await open(page, BY_TIER);
  await expect(groupsButton(page)).toHaveText(/All$/);
  expect(await logins(page)).toEqual({ Gold: "4", Silver: "1", Total: "5" });
  const table = block(page, "Total / Unique Logins");
  await expect(table).toContainText("Tiers are those of each period's last day");

  const groups = await openGroups(page);
  await expect(groups.getByText(/known from Jan 5, 2026 on/)).toBeVisible();
  await expect(groups.getByRole("radio", { name: /^As they were then/ })).toBeChecked();
  await groups.getByRole("radio", { name: /^As they are now/ }).check();
  await apply(page, groups);
  await idle(page);
  expect(await logins(page), "the total stays").toEqual({ Gold: "1", Silver: "4", Total: "5" });
  expect(filtersOf(page.url())).toEqual({ ...JANUARY, groupsAsOf: "NOW" });
  await expect(table).toContainText("Tiers are those of the last load");
  await expect(groupsButton(page), "of all members both are the same").toHaveText(/All$/);

  await page.reload();
  await idle(page);
  expect(await logins(page)).toEqual({ Gold: "1", Silver: "4", Total: "5" });

  const february = { ...JANUARY, startDate: "2026-02-01", endDate: "2026-02-28" };
  await open(page, `${withFilters(LOGINS, february)}&view=table.by-tier`);
  expect(await logins(page)).toEqual({ Gold: "1", Silver: "1", Total: "2" });
});

test("chosen groups say which groups count", async ({ page }) => {
  const gold = { ...JANUARY, userGroupTiers: [1], userGroupsTiersAll: false };
  await open(page, withFilters(LOGINS, gold));
  await expect(groupsButton(page)).toHaveText(/Gold · as they were then$/);
  await open(page, withFilters(LOGINS, { ...gold, groupsAsOf: "NOW" }));
  await expect(groupsButton(page)).toHaveText(/Gold · as they are now$/);
  await page.getByRole("button", { name: "Reset filters" }).click();
  await idle(page);
  await expect(groupsButton(page)).toHaveText(/All$/);
});

for (const { name, use, device } of CONFIGURATIONS)
  test.describe(name, () => {
    test.use(use);

    test("the open filter looks good and reads well, and no text of it is cut", async ({ page }) => {
      await open(page, withFilters(LOGINS, { ...JANUARY, groupsAsOf: "NOW" }));
      if (device) await checkPage(page, device, "groups as they are");
      await page.locator("#filters button[aria-haspopup]").nth(1).click();
      await expect(page.getByRole("radio", { checked: true }).first()).toBeVisible();
      if (device)
        for (const reading of await page.getByRole("dialog").getByRole("radio").all())
          await expect(reading, "nobody looks for it").toBeInViewport();
      expect(await cutTexts(page)).toEqual([]);
      await expectNoHorizontalOverflow(page);
      if (device) await checkPage(page, device, "which groups count", undefined, page.getByRole("dialog"));
    });
  });
