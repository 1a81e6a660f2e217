import type { Page } from "@playwright/test";
import { menuItem } from "./blocks";
import { checkPage, devices } from "./looks";
import { block, expectNoHorizontalOverflow, idle, LOGINS, MONITOR, open, openGroups } from "./page";
import { expect, test } from "./test";

/** A state of the page that neither the tour nor the layers have. */
type View = {
  readonly name: string;
  readonly address: string;
  readonly act?: (page: Page) => Promise<void>;
};

const BEFORE_SIGNING_IN: readonly View[] = [
  { name: "sign-in", address: "/login" },
  {
    name: "sign-in-errors",
    address: "/login",
    act: async (page) => {
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByText("Login field is required")).toBeVisible();
    },
  },
  { name: "sso", address: "/sso" },
  { name: "sign-out", address: "/sign-out" },
  { name: "error401", address: "/error401" },
  { name: "expired", address: "/expired" },
  { name: "not-found", address: "/no-such-page" },
];

const STATES: readonly View[] = [
  {
    name: "filters",
    address: MONITOR,
    act: async (page) => {
      const popover = await openGroups(page);
      await popover.getByRole("checkbox", { name: "Gold" }).uncheck();
      await expect(popover.getByText("Some filters have changed.")).toBeVisible();
    },
  },
  {
    name: "logins",
    address: LOGINS,
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
      await (await menuItem(block(page, "Logins by Period"), "View as table")).click();
      await expect(page.getByRole("table", { name: "Logins by Period", exact: true })).toBeVisible();
    },
  },
];

for (const [device, size] of devices)
  for (const [what, signedIn, views] of [
    ["before signing in", false, BEFORE_SIGNING_IN],
    ["of a screen", true, STATES],
  ] as const)
    test.describe(`${device}: states ${what}`, () => {
      test.use({ ...size, signedIn });

      test("are accessible in both themes, and nothing scrolls horizontally", async ({ page }) => {
        test.setTimeout(90_000);
        for (const view of views)
          await test.step(view.name, async () => {
            await page.setViewportSize(size.viewport);
            await open(page, view.address);
            await view.act?.(page);
            await checkPage(page, device, view.name, view.name);
            if (device === "phone") {
              await page.setViewportSize({ width: 360, height: 740 });
              await expectNoHorizontalOverflow(page);
            }
          });
      });
    });
