// Signing in with an OpenID Connect provider where the page is below a path.
import { expect, test } from "@playwright/test";
import { serveWithProvider, signInAs, type WithProvider } from "./oidc";

let running: WithProvider | undefined;

test.beforeAll(async () => {
  running = await serveWithProvider("/bond");
});
test.afterAll(() => running?.stop());

test("below a path a user signs in with the provider, and out of it", async ({ page }) => {
  const url = running?.url ?? "";
  await page.goto(`${url}/user-dashboard`);
  await page.getByRole("link", { name: "Sign in" }).click();
  await signInAs(page, "ann+staff");
  await expect(page).toHaveURL(`${url}/user-dashboard`);
  await expect(page.getByRole("button", { name: "Account of Ann" })).toBeVisible();
  // What the provider gave is in no address that the browser would go back to.
  await page.goBack();
  expect(page.url()).not.toContain("code=");
  await page.goto(`${url}/user-dashboard`);
  await page.getByRole("button", { name: "Account of Ann" }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await page.getByRole("link", { name: "Sign out of Company login, too" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await expect(page).toHaveURL(`${url}/sign-out`);
});

test("below a path nothing that a provider gave stays in the address", async ({ page }) => {
  const url = running?.url ?? "";
  await page.goto(`${url}/oidc#code=c1&state=s1`);
  await expect(page.getByRole("main")).toContainText(/start again|did not/i);
  expect(page.url()).toBe(`${url}/oidc`);
});
