import { readFile } from "node:fs/promises";
import { addUser, bond } from "./bond";
import { checkPage, devices } from "./looks";
import { idle, open } from "./page";
import { enter, expect, test } from "./test";

const RECOMMENDATIONS = "/recommendations";

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use(size);

    test("the planner looks right in both themes", async ({ page }) => {
      await open(page, RECOMMENDATIONS);
      await expect(page.getByRole("region", { name: "Who is close" })).toContainText("Total");
      await checkPage(page, device, "the planner", "planner");
    });
  });

test("a target says what it takes, sliders let the score follow, and a plan is saved", async ({ page }) => {
  await open(page, RECOMMENDATIONS);
  const parts = page.getByRole("table", { name: "What each part would need on its own" });
  // Two parts may take equally little.
  await expect(parts.getByText("Shortest way").first()).toBeVisible();
  // By keyboard.
  const target = page.getByRole("spinbutton", { name: "Target of BOND Score" });
  await target.fill("100");
  await expect(
    page.getByText("Out of reach, even if every part that people can move reaches its target"),
  ).toBeVisible();
  const slider = page.getByRole("slider", { name: "How many more: Program Active Rate" });
  await slider.focus();
  await page.keyboard.press("End");
  await expect(page.getByText(/^With your changes \d+\.\d \(\+/)).toBeVisible();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByText("Move a slider to see the score follow.")).toBeVisible();

  const name = `Spring ${Date.now()}`;
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Save the plan" }).click();
  const plan = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await expect(plan).toContainText("on the line");
  await plan.getByRole("button", { name: `Remove ${name}` }).click();
  const asks = page.getByRole("dialog", { name: `Remove the plan ${name}?` });
  await asks.getByRole("button", { name: "Remove" }).click();
  await expect(plan).toHaveCount(0);
});

test.describe("with permission for lists of members", () => {
  test.use({ signedIn: false });

  test("ids are downloaded, as many as the number says", async ({ page }) => {
    await enter(page, addUser("Ada", "ROLE_ADMIN"));
    await open(page, RECOMMENDATIONS);
    const total = page.getByRole("button", { name: "Download ids: all, One session from active" });
    const waiting = page.waitForEvent("download");
    await total.click();
    const file = await waiting;
    expect(file.suggestedFilename()).toMatch(/^one-session-from-active_all_.*\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
    const row = page.getByRole("table", { name: "Who is close" }).getByRole("row", { name: /^Total/ });
    const count = Number((await row.getByRole("cell").first().innerText()).replaceAll(",", ""));
    expect(lines.length - 1).toBe(count);
    expect(count).toBeGreaterThan(10);
  });
});

test.describe("without the module", () => {
  test.use({ signedIn: false });

  test("the page says how to ask for it; without People there are no ids", async ({ page }) => {
    bond(["role set", "only-members", "--read", "MEMBERS"]);
    bond(["role set", "only-planner", "--read", "RECOMMENDATIONS"]);
    await enter(page, addUser("Paula", "only-members"));
    await page.goto(RECOMMENDATIONS);
    await expect(page.getByRole("heading", { name: "Unlock recommendations" })).toBeVisible();

    const planner = await page.context().browser()?.newContext();
    const other = await planner?.newPage();
    if (!other) throw new Error("no other context");
    await enter(other, addUser("Pia", "only-planner"));
    await other.goto(RECOMMENDATIONS);
    await idle(other);
    await expect(other.getByRole("table", { name: "Who is close" })).toBeVisible();
    await expect(other.getByRole("button", { name: /^Download ids/ })).toHaveCount(0);
    await planner?.close();
  });
});
