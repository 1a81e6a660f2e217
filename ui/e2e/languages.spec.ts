import type { Page } from "@playwright/test";
import { addUser } from "./bond";
import { idle, MONITOR } from "./page";
import { guarded } from "./specified";
import { expect, signIn, test } from "./test";

/** A window of 1440 by 900 pixels at 200 %. */
const ZOOMED = { width: 720, height: 450 };

const ROUTES = [...Object.keys(guarded), "/account", "/explain/logins.totalLogins"];

const languageOf = (page: Page) => page.locator("html").getAttribute("lang");

/**
 * Texts that are cut: beyond what clips them, or beyond the control, cell or frame that they are in. A text that ends
 * with an ellipsis has a title that says all of it; what scrolls is not cut.
 */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const HIDDEN = ".sr-only, svg, canvas, option, [aria-hidden=true]";
    const FRAMES = "button, a, th, td, label, article, section, aside";
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!text.textContent?.trim() || !element?.checkVisibility() || element.closest(HIDDEN)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      for (let around: Element | null = element; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const frame = around.getBoundingClientRect();
        // For screen readers only, or scrolled.
        if (frame.width <= 1 || /auto|scroll/.test(overflowX)) break;
        const isBeside = box.right > frame.right + 1 || box.left < frame.left - 1;
        const isBelow = box.bottom > frame.bottom + 2 || box.top < frame.top - 2;
        const isCut =
          (isBeside && (/hidden|clip/.test(overflowX) || around.matches(FRAMES))) ||
          (isBelow && /hidden|clip/.test(overflowY));
        if (isCut && !element.closest("[title]")) found.push(text.textContent.trim());
        if (isCut) break;
      }
    }
    return found;
  });
}

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  for (const route of ROUTES)
    test(`${route} has no cut text at 200 %`, async ({ page }) => {
      await page.setViewportSize(ZOOMED);
      await page.goto(route);
      await idle(page);
      expect(await languageOf(page)).toBe("de");
      expect(await cutTexts(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(ZOOMED.width);
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
