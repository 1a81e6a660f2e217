// Two OpenID Connect providers at once: a button for each.
import { expect, test } from "@playwright/test";
import { checkPage } from "./looks";
import { serveWithTwo, signInAs } from "./oidc";

test.describe.configure({ mode: "serial" });

let running: Awaited<ReturnType<typeof serveWithTwo>> | undefined;
let url = "";

test.beforeAll(async () => {
  running = await serveWithTwo();
  url = running.url;
});
test.afterAll(() => running?.stop());

test("the sign-in page has a button for each provider, in their order, also for the keyboard", async ({
  page,
}) => {
  for (const [width, locale, or] of [
    [390, "en", "or"],
    [390, "de", "oder"],
    [1440, "es", "o"],
  ] as const) {
    await page.context().addCookies([{ name: "bond_language", value: locale, url }]);
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${url}/login`);
    await expect(page.getByText(or, { exact: true })).toBeVisible();
    const buttons = page.getByRole("link", { name: / login$/ });
    await expect(buttons).toHaveText(["Company login", "Partner login"]);
    await page.locator("form button[type=submit]").focus();
    for (const button of await buttons.all()) {
      await page.keyboard.press("Tab");
      await expect(button).toBeFocused();
    }
    await checkPage(page, "desktop", `two buttons, ${width} wide, ${locale}`);
  }
});

test("each button leads to its provider, and signing out leads to that of the session", async ({
  browser,
}) => {
  for (const [button, login, name] of [
    ["Company login", "ann+staff", "Ann"],
    ["Partner login", "pia+staff", "Pia"],
  ] as const) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/login`);
    await signInAs(page, login, button);
    await page.getByRole("button", { name: `Account of ${name}` }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(page.getByRole("link", { name: /^Sign out of / })).toHaveText([
      `Sign out of ${button}, too`,
    ]);
    await page.getByRole("link", { name: `Sign out of ${button}, too` }).click();
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await expect(page).toHaveURL(`${url}/sign-out`);
    await context.close();
  }
});

test("the login of somebody of the other provider lets nobody in", async ({ page }) => {
  await page.goto(`${url}/login`);
  await signInAs(page, "ann+staff", "Partner login");
  await expect(page.getByRole("main")).toContainText("Your account is not known here.");
  expect(await page.evaluate(() => localStorage.getItem("dsb_token"))).toBeNull();
});
