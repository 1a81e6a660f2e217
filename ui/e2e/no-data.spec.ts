// Programs without data of some tables or days. The tests have servers of their own.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bond, PASSWORD, serve } from "./bond";
import { cutTexts, PHONE } from "./looks";
import { cardOf, expectNoHorizontalOverflow, idle, open } from "./page";
import { test as base, expect, signIn } from "./test";

const ANN = { login: "ann@example.com", firstName: "Ann" };
const GROUPS = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
const MEMBERS = [
  "member_id,tier_id,lob_id,audience_ids,eligible_on,source",
  ...["M1", "M2", "M3"].map((id) => `${id},1,1,1,2017-01-01,Web`),
  "",
].join("\n");

type Files = Readonly<Record<string, string>>;

const test = base.extend<{ program: (files: Files) => Promise<string> }>({
  program: async ({ origins }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "bond-no-data-"));
    const ends: (() => Promise<unknown>)[] = [];
    await use(async (files) => {
      const data = join(folder, "data");
      const user = ["--first-name", ANN.firstName, "--role", "ROLE_ADMIN", "--password-stdin", ANN.login];
      bond(["user add", ...user], PASSWORD, data);
      const all = Object.entries({ "user_groups.csv": GROUPS, "members.csv": MEMBERS, ...files });
      for (const [name, text] of all) writeFileSync(join(folder, name), text);
      bond(["import", ...all.map(([name]) => join(folder, name))], "", data);
      const { url, stop } = await serve({ data });
      ends.push(stop);
      origins.push(url);
      return url;
    });
    for (const end of ends) await end();
    rmSync(folder, { recursive: true, force: true });
  },
});
test.use({ signedIn: false });

test("a program without logins shows its satisfaction, and figures name what they lack", async ({
  page,
  program,
}) => {
  test.setTimeout(120_000);
  const scores = ["M1,2018-03-01 10:00:00,5", "M2,2018-03-01 10:00:00,4", "M3,2018-03-02 10:00:00,1"];
  const answers = ["member_id,responded_at,score", ...scores, ""].join("\n");
  const url = await program({ "csat_responses.csv": answers });
  await page.goto(`${url}/login`);
  await signIn(page, ANN);
  await page.waitForURL("**/executive-summary");
  await expect(page.getByRole("complementary").getByText("Data through Mar 2, 2018")).toBeVisible();
  // Each indicator says once why it has no value, on a phone, too.
  await idle(page);
  const indicators = page.getByRole("main").getByRole("table").first();
  await expect(indicators.getByText("no logins loaded")).toHaveCount(4);
  await page.setViewportSize(PHONE.viewport);
  await expectNoHorizontalOverflow(page);
  expect(await cutTexts(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `${url}/user-dashboard`);
  await idle(page);
  await expect(cardOf(page, "Satisfaction")).toContainText("66.67%");
  const logins = cardOf(page, "Logins").first();
  await expect(logins).toContainText("no logins loaded");
  await expect(logins).not.toContainText("not enough history");
});

test("a program whose data ended opens on its last days, says so, and shows this year where it is asked for", async ({
  page,
  program,
}) => {
  test.setTimeout(120_000);
  const logins = "member_id,logged_in_at\nM1,2018-02-01 10:00:00\nM2,2018-06-30 10:00:00\n";
  const url = await program({ "logins.csv": logins });
  await page.goto(`${url}/login`);
  await signIn(page, ANN);
  await page.waitForURL("**/executive-summary");
  await open(page, `${url}/user-dashboard`);
  await idle(page);
  const filters = page.getByRole("region", { name: "Filters" });
  await expect(filters).toContainText("The data end on Jun 30, 2018");
  await expect(cardOf(page, "Logins").first()).not.toContainText("no data");
  await filters.getByRole("button", { name: "Show this year" }).click();
  await idle(page);
  await expect(page).toHaveURL(/THIS_YEAR/);
  await expect(filters).toContainText("Data are loaded up to Jun 30, 2018");
  await expect(cardOf(page, "Logins").first()).toContainText("no data");
});
