import type { Page } from "@playwright/test";
import { addUser } from "./bond";
import { cutTexts, ZOOMED } from "./looks";
import { expectNoHorizontalOverflow, idle, MONITOR, open } from "./page";
import { expect, signIn, test } from "./test";

const languageOf = (page: Page) => page.locator("html").getAttribute("lang");

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("the account and an explanation have no cut text at 200 %", async ({ page }) => {
    await page.setViewportSize(ZOOMED);
    for (const address of ["/account", "/explain/logins.totalLogins"]) {
      await open(page, address);
      expect(await languageOf(page)).toBe("de");
      expect(await cutTexts(page), address).toEqual([]);
      await expectNoHorizontalOverflow(page);
    }
  });

  test("figures and days are written by the rules of the language", async ({ page }) => {
    await page.goto(MONITOR);
    await idle(page);
    await expect(page.getByRole("columnheader", { name: "Indikatoren" })).toBeVisible();
    await expect(page.getByRole("rowheader", { name: /^Registriert gesamt/ })).toBeVisible();
    await expect(page.getByText(/^\d{1,3},\d{1,2}\s%$/).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Filter" })).toContainText(
      /\d+\. [A-ZÄ][a-zä]{2,3}\.? \d{4}/,
    );
  });
});

test("cut texts are found", async ({ page }) => {
  await page.goto(MONITOR);
  await idle(page);
  await page.evaluate(() => {
    const button = document.createElement("button");
    button.style.cssText = "width: 40px; overflow: hidden; white-space: nowrap; text-align: left";
    button.textContent = "Benutzereinstellungen";
    document.querySelector("main")?.append(button);
  });
  expect(await cutTexts(page)).toEqual(["Benutzereinstellungen"]);
});

test.describe("before signing in", () => {
  test.use({ signedIn: false });

  test("the language is chosen on the sign-in page, and kept", async ({ page }) => {
    await page.goto("/login");
    expect(await languageOf(page)).toBe("en");
    await page.getByRole("button", { name: "Deutsch" }).click();
    await expect(page.getByRole("heading", { name: "Melden Sie sich an, um zu beginnen" })).toBeVisible();
    await page.reload();
    expect(await languageOf(page)).toBe("de");
    await page.getByRole("button", { name: "Español" }).click();
    await expect(page.getByRole("button", { name: "Iniciar sesión" })).toBeVisible();
  });

  test("the language of the account counts in every browser", async ({ page, browser, baseURL }) => {
    const user = addUser("Eva");
    await page.goto("/login");
    await signIn(page, user);
    await page.waitForURL(`**${MONITOR}`);
    await page.goto("/account");
    await idle(page);
    await page.getByLabel("Language").selectOption("es");
    await page.getByRole("button", { name: "Save the preferences" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Su cuenta" })).toBeVisible();
    expect(await languageOf(page)).toBe("es");

    const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: "en-US" });
    const elsewhere = await other.newPage();
    await elsewhere.goto("/login");
    await signIn(elsewhere, user);
    await expect(elsewhere.getByRole("navigation", { name: "Menú principal" })).toBeVisible();
    expect(await languageOf(elsewhere)).toBe("es");
    await other.close();
  });
});
