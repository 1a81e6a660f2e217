import { checkPage, devices, smallTargets } from "./looks";
import { expectNoHorizontalOverflow, idle, LOGINS, MONITOR, open, withFilters } from "./page";
import { expect, test } from "./test";

test("a change opens its explanation, which can be divided further and linked", async ({ page }) => {
  await open(page, MONITOR);
  await page.getByTitle("Why did Total Logins move?").click();
  await expect(page).toHaveURL(/\/explain\/logins\.totalLogins/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Why Total Logins moved");
  await expect(page.getByText(/^Total Logins (rose|fell) by /)).toBeVisible();

  await page.getByRole("button", { name: /^Tier/ }).click();
  const table = page.getByRole("table", { name: "Causes by tier" });
  await expect(table).toBeVisible();
  const first = table.getByRole("button", { name: /^Break down / }).first();
  await first.click();
  await expect(table.getByRole("button", { expanded: true })).toHaveCount(1);
  await table.getByRole("combobox").selectOption("AUDIENCE");
  await expect(page).toHaveURL(/AUDIENCE/);
  await idle(page);

  // The address shows the same causes again.
  const names = await table.getByRole("rowheader").allInnerTexts();
  await page.reload();
  await expect(table.getByRole("rowheader")).toHaveText(names);
});

/** Gold as it was, over the day on which the demo moves members to it. */
const GOLD = {
  period: "LAST_30DAYS",
  userGroupTiers: [2],
  userGroupsTiersAll: false,
  groupsAsOf: "WINDOW",
} as const;
const MOVES = "Causes by moves between groups";

test("of groups as they were, a change is made by who stayed, came, left and is new", async ({ page }) => {
  await open(page, withFilters("/explain/programRetentionRate.percent", GOLD));
  const table = page.getByRole("table", { name: MOVES });
  await expect(table).toBeVisible();
  await expect(
    page.getByText(/^Of the change of −[\d.]+ points, members from Silver account for −/),
  ).toBeVisible();
  await expect(page.getByText(/^Members who stayed were in the chosen groups/)).toBeVisible();
  const causes = table.getByRole("rowheader");
  for (const cause of ["Members who stayed", "Members from Silver", "Members who moved to Platinum"]) {
    await expect(causes.filter({ hasText: cause })).toHaveCount(1);
  }
  // With today's groups nobody moves.
  await open(page, withFilters("/explain/programRetentionRate.percent", { ...GOLD, groupsAsOf: "NOW" }));
  await expect(page.getByRole("button", { name: /^Line of business/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Moves between groups/ })).toHaveCount(0);
});

for (const [device, size] of devices)
  test.describe(`moves, ${device}`, () => {
    test.use(size);

    test("moves look right in both themes", async ({ page }) => {
      const opened = { by: "TIER", inside: { "2": { by: "MOVES" } } };
      const { userGroupTiers, userGroupsTiersAll, ...all } = GOLD;
      const address = withFilters("/explain/programRetentionRate.percent", all);
      await open(page, `${address}&open=${encodeURIComponent(JSON.stringify(opened))}`);
      await expect(page.getByRole("rowheader").filter({ hasText: "Members from Silver" })).toBeVisible();
      await checkPage(page, device, "explanation of moves", "explanation of moves");
    });
  });

test("why the score moved is two clicks from any screen", async ({ page }) => {
  await open(page, MONITOR);
  await page
    .getByRole("button", { name: /See Breakdown/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Why it moved, and points to gain" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Why BOND Score moved");
  await expect(page.getByText(/^BOND Score (rose|fell|did not)/)).toBeVisible();
  await page
    .getByRole("button", { name: /^Break down / })
    .first()
    .click();
  await expect(page.getByRole("button", { expanded: true })).toHaveCount(1);
});

test("the move of the score in the sidebar opens its explanation, which says what days it is of", async ({
  page,
}) => {
  await open(page, MONITOR);
  const card = page.getByRole("region", { name: "BOND Score", exact: true });
  await card.getByRole("link", { name: /MoM$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Why BOND Score moved");
  await expect(
    page.getByText(/^The score of the 90 days to .*, compared with that of the 90 days to /),
  ).toBeVisible();
});

test("a figure that does not exist leads home", async ({ page, expectFailure }) => {
  expectFailure(404, "/api/v1/explain/nonsense");
  await page.goto("/explain/nonsense");
  const main = page.getByRole("main");
  await expect(main.getByText("There is no such figure")).toBeVisible();
  await expect(main.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await main.getByRole("link", { name: "Program Monitor" }).click();
  await expect(page).toHaveURL(new RegExp(MONITOR));
});

test("what was issued and has not changed is not drawn, and its receipt is behind Verify", async ({
  page,
}) => {
  await open(page, "/explain/score");
  const issued = page.getByRole("button", { name: "Copy issued receipt", includeHidden: true });
  // The server issues the demo's last day when it starts.
  await expect(async () => {
    await page.reload();
    await expect(issued).toBeAttached({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("region", { name: "As issued and as of today" })).toHaveCount(0);
  await expect(issued).toBeHidden();
  await page.getByText("Verify", { exact: true }).click();
  await issued.click();
  await expect(page.getByRole("status").filter({ hasText: /Copied|did not copy/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(issued).toBeVisible();
  await expectNoHorizontalOverflow(page);
});

test("each part of the score has a unit of its own, and so have its causes", async ({ page }) => {
  await open(page, "/explain/score");
  const table = page.getByRole("table", { name: "Causes by part" });
  const row = (name: string) => table.getByRole("row", { name: new RegExp(`^(Break down )?${name}`) });
  const figures = (name: string) => row(name).first().getByRole("cell");
  for (const at of [0, 1]) {
    await expect(figures("Average Tenure").nth(at)).toHaveText(/^(\d+ years? ?)?(\d+ months?)?$/);
    await expect(figures("Program Active Rate").nth(at)).toHaveText(/^[\d.]+%$/);
  }
  await expect(table.getByRole("columnheader", { name: /^Effect points/ })).toBeVisible();
  const before = await table.getByRole("row").count();
  await table
    .getByRole("button", { name: /^Break down .* Rate$/ })
    .first()
    .click();
  await expect.poll(() => table.getByRole("row").count()).toBeGreaterThan(before);
  await idle(page);
  const inside = table.getByRole("row").filter({ has: page.getByRole("button", { expanded: true }) });
  const within = inside
    .locator("xpath=following-sibling::tr")
    .filter({ hasNot: page.getByRole("combobox"), visible: true })
    .first();
  await expect(within.getByRole("cell").first()).toHaveText(/%$/);
});

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use(size);

    for (const figure of ["score", "programActiveRate.percent"])
      test(`the explanation of ${figure} looks right in both themes`, async ({ page }) => {
        await open(page, `/explain/${figure}`);
        await page
          .getByRole("button", { name: /^Break down / })
          .first()
          .click();
        await expect(page.getByRole("button", { expanded: true })).toHaveCount(1);
        await idle(page);
        await checkPage(page, device, figure, `explain-${figure.split(".")[0]}`);
        if (device === "phone") expect(await smallTargets(page, 44)).toEqual([]);
      });
  });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a cause has below it what was before, and its share", async ({ page }) => {
    await open(page, "/explain/programActiveRate.percent");
    const table = page.getByRole("table", { name: /^Causes by/ });
    await expect(table.getByRole("columnheader", { name: "Before" })).toBeHidden();
    await expect(table.getByRole("row", { name: /^Before [\d.]+% Share / }).first()).toBeVisible();
    await expectNoHorizontalOverflow(page);
  });

  test("every change is a target for a finger, and opens its explanation", async ({ page }) => {
    for (const at of [MONITOR, LOGINS]) {
      await open(page, at);
      const changes = page.getByRole("main").getByTitle(/^Why did .* move\?$/);
      expect(await changes.count()).toBeGreaterThan(1);
      for (const change of await changes.all()) {
        await change.scrollIntoViewIfNeeded();
        const reach = await change.evaluate((link) => {
          const { left, top, width, height } = link.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          return [
            [0, 0],
            [0, -21],
            [0, 21],
            [-21, 0],
            [21, 0],
          ].filter(([dx = 0, dy = 0]) => link.contains(document.elementFromPoint(x + dx, y + dy))).length;
        });
        expect(reach, (await change.getAttribute("title")) ?? "").toBe(5);
      }
    }
    await open(page, MONITOR);
    await page.getByTitle("Why did Total Logins move?").tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Why Total Logins moved");
  });
});
