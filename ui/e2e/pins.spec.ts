import type { Locator, Page } from "@playwright/test";
import { addUser, bond } from "./bond";
import { checkPage, devices } from "./looks";
import { cardOf, idle, MONITOR, open } from "./page";
import { expect, signIn, test } from "./test";

const FIRST = [
  "Partners",
  "Registrations",
  "Program Engagement Rate",
  "Logins",
  "Return Logins and Frequency",
  "% of Unsubscribed",
];

const pinned = (page: Page): Locator => page.getByRole("region", { name: "Pinned Metrics" });
const titles = (page: Page): Locator => pinned(page).getByRole("article").getByRole("heading", { level: 3 });
const arrange = (page: Page): Locator => pinned(page).getByRole("button", { name: "Arrange" });
const listed = (page: Page): Locator => pinned(page).getByRole("list", { name: "Pinned cards" });
const others = (page: Page): Locator => pinned(page).getByRole("list", { name: "More cards" });
const rows = (page: Page): Locator => listed(page).getByRole("listitem");

test.describe("of one user", () => {
  test.use({ signedIn: false });

  test("cards are pinned from their dashboard, arranged by mouse and keyboard, kept, and reset", async ({
    page,
  }) => {
    const user = addUser("Pina", "ROLE_ADMIN");
    await page.goto("/login");
    await signIn(page, user);
    await idle(page);
    await expect(titles(page)).toHaveText(FIRST);

    // From a card of a dashboard: after the others.
    await open(page, "/website-dashboard");
    const pin = cardOf(page, "Website Visitors").getByRole("button", {
      name: "Pin to the Program Monitor: Website Visitors",
    });
    await expect(pin).toHaveAttribute("aria-pressed", "false");
    await pin.click();
    await expect(pin).toHaveAttribute("aria-pressed", "true");
    await open(page, MONITOR);
    await expect(titles(page)).toHaveText([...FIRST, "Website Visitors"]);
    await expect(pinned(page).getByRole("link", { name: "See Breakdown of Website Visitors" })).toBeVisible();

    // By keyboard: the focus stays with what moves.
    await arrange(page).click();
    const up = listed(page).getByRole("button", { name: "Move up: Website Visitors" });
    await up.focus();
    for (let place = 6; place > 0; place -= 1) {
      await page.keyboard.press("Enter");
      await expect(rows(page).nth(place - 1)).toContainText("Website Visitors");
      await expect(up).toBeFocused();
    }
    await expect(pinned(page).getByRole("status")).toHaveText("Website Visitors: 1 of 7");
    await expect(up).toHaveAttribute("aria-disabled", "true");
    // By mouse.
    await rows(page).nth(6).dragTo(rows(page).nth(1));
    await expect(rows(page).nth(1)).toContainText("% of Unsubscribed");
    // Away, and others.
    await listed(page).getByRole("button", { name: "Unpin: Logins" }).click();
    await expect(others(page)).toContainText("Logins");
    // The focus goes on to the next row, as its own button is gone.
    await expect(
      listed(page).getByRole("button", { name: "Unpin: Return Logins and Frequency" }),
    ).toBeFocused();
    await others(page).getByRole("button", { name: "Pin: Dormant Rate" }).click();
    await expect(others(page).locator("button:focus")).toHaveCount(1);
    const chosen = [
      "Website Visitors",
      "% of Unsubscribed",
      "Partners",
      "Registrations",
      "Program Engagement Rate",
      "Return Logins and Frequency",
      "Dormant Rate",
    ];
    const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/v1/account/preferences"));
    await listed(page).getByRole("button", { name: "Move up: Dormant Rate" }).click();
    await listed(page).getByRole("button", { name: "Move down: Dormant Rate" }).click();
    await saved;
    await idle(page);
    await pinned(page).getByRole("button", { name: "Done" }).click();
    await expect(titles(page)).toHaveText(chosen);
    await page.reload();
    await idle(page);
    await expect(titles(page)).toHaveText(chosen);

    await arrange(page).click();
    await pinned(page).getByRole("button", { name: "Reset to the first six" }).click();
    await expect(listed(page)).toBeFocused();
    await pinned(page).getByRole("button", { name: "Done" }).click();
    await expect(titles(page)).toHaveText(FIRST);
    await idle(page);
    await page.reload();
    await idle(page);
    await expect(titles(page)).toHaveText(FIRST);
  });

  test("cards of dashboards that are closed to the user are neither offered nor shown", async ({ page }) => {
    bond(["role set", "monitor-and-members", "--read", "MONITOR", "--read", "MEMBERS"]);
    await page.goto("/login");
    await signIn(page, addUser("Milo", "monitor-and-members"));
    await idle(page);
    await arrange(page).click();
    await expect(others(page)).toContainText("Dormant Rate");
    await expect(others(page)).not.toContainText("Website Dashboard");
    await others(page).getByRole("button", { name: "Pin: Dormant Rate" }).click();
    await idle(page);
    // As if it had been chosen while the dashboard was open.
    await page.evaluate(async () => {
      const cookie = document.cookie.split("XSRF-TOKEN=")[1]?.split(";")[0] ?? "";
      await fetch("/api/v1/account/preferences", {
        method: "PUT",
        headers: {
          Authorization: `Bearer ${localStorage.dsb_token}`,
          "Content-Type": "application/json",
          "X-XSRF-TOKEN": cookie,
        },
        body: JSON.stringify({
          pinned: ["website-dashboard/visitors-breakdown", "user-dashboard/dormant-rate-breakdown", "gone/x"],
        }),
      });
    });
    await page.reload();
    await idle(page);
    await expect(titles(page)).toHaveText(["Dormant Rate"]);
  });
});

for (const [device, size] of devices) {
  test.describe(device, () => {
    test.use(size);

    test("the choice of cards fits", async ({ page }) => {
      await open(page, MONITOR);
      await arrange(page).click();
      await expect(rows(page)).toHaveCount(6);
      await checkPage(page, device, "the choice of pinned cards", "pins");
    });
  });
}
