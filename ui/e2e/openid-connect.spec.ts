// Signing in with a real OpenID Connect provider, .ci/oidc-provider. Each test file has its own server: the provider's
// settings are read at the start.
import { expect, test } from "@playwright/test";
import { PASSWORD } from "./bond";
import { checkPage, expectNoViolations } from "./looks";
import { serveWithProvider, signInAs, type WithProvider } from "./oidc";

test.describe.configure({ mode: "serial" });

let url = "";
let issuer = "";
let running: WithProvider | undefined;

const bond: WithProvider["bond"] = (...words) => running?.bond(...words) ?? "";

test.beforeAll(async () => {
  running = await serveWithProvider();
  url = running.url;
  issuer = running.provider.said;
});
test.afterAll(() => running?.stop());

test("a user signs in with the provider and comes back to the address that was wanted", async ({ page }) => {
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  await page.goto(`${url}/user-dashboard`);
  await page.getByRole("link", { name: "Sign in" }).click();
  await signInAs(page, "ann+staff");
  await expect(page).toHaveURL(`${url}/user-dashboard`);
  await expect(page.getByRole("button", { name: "Account of Ann" })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("dsb_token"));
  expect(token).toBeTruthy();
  expect(addresses.filter((address) => address.includes(String(token)))).toEqual([]);
  // What the provider gave is in no address that the browser would go back to.
  await page.goBack();
  expect(page.url()).not.toContain("code=");
  expect(bond("user list", [])).toContain(issuer);
});

test("signing out ends the session here, and offers to sign out of the provider", async ({ page }) => {
  await page.goto(`${url}/login`);
  await signInAs(page, "sue+staff");
  await page.getByRole("button", { name: "Account of Sue" }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(`${url}/sign-out`);
  // The session of the provider goes on: no password is asked for.
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Company login" }).click();
  await expect(page.getByRole("button", { name: "Account of Sue" })).toBeVisible();
  await page.getByRole("button", { name: "Account of Sue" }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await page.getByRole("link", { name: "Sign out of Company login, too" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await expect(page).toHaveURL(`${url}/sign-out`);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Company login" }).click();
  await expect(page.getByPlaceholder("Enter any login")).toBeVisible();
});

test("whoever has no role or cancels is told so, and nobody is signed in", async ({ page }) => {
  await page.goto(`${url}/login`);
  await signInAs(page, "eve+visitors");
  await expect(page.getByRole("main")).toContainText("Your account has no access here.");
  await expect(page).toHaveURL(`${url}/oidc`);
  expect(await page.evaluate(() => localStorage.getItem("dsb_token"))).toBeNull();
  await expectNoViolations(page, "no access");

  await page.context().clearCookies();
  await page.goto(`${url}/login`);
  await page.getByRole("link", { name: "Company login" }).click();
  await page.getByRole("link", { name: /Cancel/ }).click();
  await expect(page.getByRole("main")).toContainText("The sign-in provider did not sign you in.");
});

test("a change of the groups changes the roles at the next sign-in", async ({ page }) => {
  bond("user link", ["bob", issuer, "bob+staff+admins"]);
  await page.goto(`${url}/login`);
  await signInAs(page, "bob+staff+admins");
  await expect(page.getByRole("button", { name: "Account of Bob" })).toBeVisible();
  expect(bond("user list", [])).toMatch(/bob +Bob +ROLE_ADMIN,USERS/);
});

test("the provider stops: the page says so, and a password still works", async ({ page }) => {
  await running?.provider.stop();
  // Bond knows the provider's document for an hour, so the browser is sent there; the code can no longer be redeemed.
  await page.goto(`${url}/oidc#error=oidc_unavailable`);
  await expect(page.getByRole("main")).toContainText("The sign-in provider does not answer.");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Login").fill("bob");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Password").press("Enter");
  await expect(page.getByRole("button", { name: "Account of Bob" })).toBeVisible();
});

/** A link for Ann, who confirms it first. */
function link(): string {
  const keys = bond("sso-key add", ["--role", "USERS", "portal"]);
  const key = /\(aa\): (\S+)/.exec(keys)?.[1] ?? "";
  const words = ["--key-id", key, "--subject", "17", "--login", "ann@example.com", "--first-name", "Ann"];
  const made = bond("sso-link", [...words, "--role", "USERS"]);
  return `${url}${/\/sso\?\S+/.exec(made)?.[0]}`;
}

test("the button and the question look right in both themes and are usable by keyboard", async ({ page }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${url}/login`);
    const button = page.getByRole("link", { name: "Company login" });
    await expect(button).toBeVisible();
    await page.getByRole("button", { name: "Sign In" }).focus();
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await checkPage(page, "desktop", `the button, ${width} wide`);

    await page.goto(link());
    await expect(page.getByRole("heading", { name: "Continue as Ann?" })).toBeVisible();
    await checkPage(page, "desktop", `the question, ${width} wide`);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Continue" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByText("You have not been signed in.")).toBeVisible();
  }
  await page.goto(link());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Account of Ann" })).toBeVisible();
});
