import type { Page } from "@playwright/test";
import { checkPage, devices } from "./looks";
import { expectNoHorizontalOverflow, idle, LOGINS, MONITOR, open, openGroups, openPeriod } from "./page";
import { expect, test } from "./test";

/** A state of the page to check; `routes.spec` checks the initial state of each screen. */
type View = {
  readonly name: string;
  readonly address: string;
  readonly signedOut?: boolean;
  /** Whether to save a screenshot with the test results. */
  readonly saved?: boolean;
  readonly act?: (page: Page) => Promise<void>;
};

async function openScore(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /See Breakdown$/ })
    .and(page.locator("[aria-expanded]"))
    .click();
  await expect(page.getByRole("button", { name: "Points left and definitions" })).toBeVisible();
}

const VIEWS: readonly View[] = [
  { name: "sign-in", address: "/login", signedOut: true, saved: true },
  {
    name: "sign-in-errors",
    address: "/login",
    signedOut: true,
    act: async (page) => {
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByText("Login field is required")).toBeVisible();
    },
  },
  { name: "sso", address: "/sso", signedOut: true },
  { name: "sign-out", address: "/sign-out", signedOut: true },
  { name: "error401", address: "/error401", signedOut: true },
  { name: "expired", address: "/expired", signedOut: true },
  { name: "not-found", address: "/no-such-page", signedOut: true },
  {
    name: "trends",
    address: MONITOR,
    saved: true,
    act: async (page) => {
      await page.getByRole("button", { name: "Trends for Registrations" }).click();
      await expect(page.getByRole("complementary").getByRole("table")).toHaveCount(2);
    },
  },
  {
    name: "filters",
    address: MONITOR,
    saved: true,
    act: async (page) => {
      const popover = await openGroups(page);
      await popover.getByRole("checkbox", { name: "Gold" }).uncheck();
      await expect(popover.getByText("Some filters have changed.")).toBeVisible();
    },
  },
  {
    name: "period",
    address: MONITOR,
    saved: true,
    act: async (page) => {
      const popover = await openPeriod(page);
      await popover.getByRole("button", { name: "Custom" }).click();
      await popover.getByRole("button", { name: /^Start date/ }).click();
      await expect(page.getByRole("grid")).toBeVisible();
    },
  },
  { name: "score", address: MONITOR, saved: true, act: openScore },
  {
    name: "score-detail",
    address: MONITOR,
    saved: true,
    act: async (page) => {
      await openScore(page);
      await page.getByRole("button", { name: "Points left and definitions" }).click();
      await expect(page.getByRole("dialog", { name: "BOND Score in detail" })).toBeVisible();
    },
  },
  {
    name: "account",
    address: MONITOR,
    act: async (page) => {
      await page.getByRole("button", { name: /^Account of/ }).click();
      await expect(page.getByRole("menuitem", { name: "Sign Out" })).toBeVisible();
    },
  },
  {
    name: "logins",
    address: LOGINS,
    saved: true,
    act: async (page) => {
      await expect(page.locator("canvas")).toHaveCount(2);
      await page.getByRole("combobox", { name: "then" }).selectOption("TIER");
      await expect(page.getByRole("columnheader", { name: "LOB / Tier" })).toBeVisible();
      await idle(page);
    },
  },
  {
    name: "logins-as-table",
    address: LOGINS,
    act: async (page) => {
      await page.getByRole("button", { name: "View as table: Logins by Period", exact: true }).click();
      await expect(page.getByRole("table", { name: "Logins by Period", exact: true })).toBeVisible();
    },
  },
];

for (const [device, size] of devices) {
  test.describe(device, () => {
    test.use(size);

    for (const view of VIEWS) {
      test.describe(view.name, () => {
        test.use({ signedIn: !view.signedOut });

        test("is accessible in both themes, and nothing scrolls horizontally", async ({ page }) => {
          await open(page, view.address);
          await view.act?.(page);
          await checkPage(page, device, view.name, view.saved ? view.name : undefined);
          if (device === "phone") {
            await page.setViewportSize({ width: 360, height: 740 });
            await expectNoHorizontalOverflow(page);
          }
        });
      });
    }
  });
}
