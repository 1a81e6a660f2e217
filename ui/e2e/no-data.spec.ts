// Programs without data of some tables or days. The tests have servers of their own.
import { cutTexts, PHONE } from "./looks";
import { cardOf, expectNoHorizontalOverflow, idle, open } from "./page";
import { testsWith } from "./program";
import { expect } from "./test";

const GROUPS = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
const MEMBERS = [
  "member_id,tier_id,lob_id,audience_ids,eligible_on,source",
  ...["M1", "M2", "M3"].map((id) => `${id},1,1,1,2017-01-01,Web`),
  "",
].join("\n");

/** The tests of a program with these files besides. */
const testsOf = (files: Readonly<Record<string, string>>) =>
  testsWith({
    users: [[{ login: "ann@example.com", firstName: "Ann" }, "ROLE_ADMIN"]],
    loads: [{ files: { "user_groups.csv": GROUPS, "members.csv": MEMBERS, ...files } }],
  });

const scores = ["M1,2018-03-01 10:00:00,5", "M2,2018-03-01 10:00:00,4", "M3,2018-03-02 10:00:00,1"];
const satisfied = testsOf({
  "csat_responses.csv": ["member_id,responded_at,score", ...scores, ""].join("\n"),
});
const ended = testsOf({
  "logins.csv": "member_id,logged_in_at\nM1,2018-02-01 10:00:00\nM2,2018-06-30 10:00:00\n",
});

satisfied(
  "a program without logins shows its satisfaction, and figures name what they lack",
  async ({ page }) => {
    await open(page, "/executive-summary");
    await expect(page.getByRole("complementary").getByText("Data through Mar 2, 2018")).toBeVisible();
    // Each indicator says once why it has no value, on a phone, too.
    const indicators = page.getByRole("main").getByRole("table").first();
    await expect(indicators.getByText("no logins loaded")).toHaveCount(4);
    await page.setViewportSize(PHONE.viewport);
    await expectNoHorizontalOverflow(page);
    expect(await cutTexts(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, "/user-dashboard");
    await expect(cardOf(page, "Satisfaction")).toContainText("66.67%");
    const logins = cardOf(page, "Logins").first();
    await expect(logins).toContainText("no logins loaded");
    await expect(logins).not.toContainText("not enough history");
  },
);

ended(
  "a program whose data ended opens on its last days, says so, and shows this year where it is asked for",
  async ({ page }) => {
    await open(page, "/user-dashboard");
    const filters = page.getByRole("region", { name: "Filters" });
    await expect(filters).toContainText("Data end on Jun 30, 2018");
    await expect(cardOf(page, "Logins").first()).not.toContainText("no data");
    await filters.getByRole("button", { name: "Show this year" }).click();
    await idle(page);
    await expect(page).toHaveURL(/THIS_YEAR/);
    await expect(filters).toContainText("Data end on Jun 30, 2018");
    await expect(cardOf(page, "Logins").first()).toContainText("no data");
  },
);
