import type { Page } from "@playwright/test";
import { addUser, bond } from "./bond";
import { checkPage, cutTexts, devices } from "./looks";
import { open } from "./page";
import { enter, expect, test } from "./test";

test.use({ signedIn: false });

/** Signs in somebody whose roles do not open Insights. */
async function withoutInsights(page: Page): Promise<void> {
  bond(["role set", "without-insights", "--read", "MONITOR,MEMBERS,OFFERS"]);
  await enter(page, addUser("Uma", "without-insights"));
}

/** Serves the program with this account manager. */
async function withManager(page: Page, accountManager: object | null): Promise<void> {
  await page.route("**/api/v1/program", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), name: "Perks & More", accountManager } });
  });
}

const draft = (page: Page) => page.getByRole("link", { name: "Write to your account manager" });

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use(size);

    test("the draft is addressed to the account manager, who has a name and a phone", async ({ page }) => {
      await withManager(page, { name: "Jo Day", mail: "jo.day@example.com", phone: "+1 (555) 010-0200" });
      await withoutInsights(page);
      await open(page, "/bond-insights");
      const main = page.getByRole("main");
      await expect(main).toContainText("Your account manager: Jo Day");
      await expect(main).toContainText("Opens a draft to jo.day@example.com in your email program.");
      await expect(main.getByRole("link", { name: "+1 (555) 010-0200" })).toHaveAttribute(
        "href",
        "tel:+15550100200",
      );
      const href = new URL((await draft(page).getAttribute("href")) ?? "");
      expect(href.pathname).toBe("jo.day@example.com");
      expect(decodeURIComponent(href.search)).toContain(
        "We would like to upgrade Perks & More to BOND Insights.",
      );
      await checkPage(page, device, "the upgrade", "upgrade");
      expect(await cutTexts(page)).toEqual([]);
    });
  });

test("the reader fills in the address where no account manager is set", async ({ page }) => {
  await withManager(page, null);
  await withoutInsights(page);
  await open(page, "/bond-insights");
  expect(await draft(page).getAttribute("href")).toMatch(/^mailto:\?subject=/);
  await expect(page.getByRole("main")).toContainText("You fill in the address.");
  await expect(page.getByRole("main")).not.toContainText("Your account manager:");
});
