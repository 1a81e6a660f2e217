// Each test has its own user: signing in or out would end a session shared with other tests.
import { addUser, bond } from "./bond";
import { filtersOf, idle, LOGINS, MONITOR, open, openAndSettle, withFilters } from "./page";
import { enter, expect, signIn, test } from "./test";

const HOUR_MS = 3_600_000;

test.describe("a session", () => {
  test.use({ signedIn: false });

  test("Sign Out clears the session in the browser and on the server", async ({ page, request }) => {
    await page.goto("/login");
    await signIn(page, addUser("Sue"));
    await expect(page).toHaveURL(MONITOR);
    await idle(page);
    const token = await page.evaluate(() => localStorage.getItem("dsb_token"));
    const logout = page.waitForResponse("**/api/auth/logout");
    await page.getByRole("button", { name: "Account of Sue" }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/sign-out");
    await expect(page).toHaveTitle(/^Signed out/);
    await expect(
      page.getByText("You have left the analytics dashboard. You can close this window."),
    ).toBeVisible();
    const stored = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith("dsb_")),
    );
    expect(stored).toEqual([]);
    expect((await logout).ok()).toBe(true);
    const answer = await request.get("/api/user/current", { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status()).toBe(401);
    await page.goBack();
    await expect(page.getByText("Authentication is required to access this resource")).toBeVisible();
  });

  test("a disabled user gets error401 at the next call, and later returns to the same screen", async ({
    page,
    expectFailure,
  }) => {
    const user = addUser("Dan");
    await enter(page, user);
    await openAndSettle(page, withFilters(MONITOR, { period: "LAST_90DAYS" }));
    bond(["user disable", user.login]);
    expectFailure(401, "/api/v1/");
    await page.getByRole("button", { name: /^Last 90 days/ }).click();
    await page.getByRole("button", { name: "Last 7 days" }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("Authentication is required to access this resource")).toBeVisible();
    const returnUrl = new URL(page.url()).searchParams.get("returnUrl") ?? "";
    expect(new URL(page.url()).pathname).toBe("/error401");
    expect(filtersOf(returnUrl)).toEqual({ period: "LAST_7DAYS" });
    expect(await page.evaluate(() => localStorage.getItem("dsb_token"))).toBeNull();
    bond(["user enable", user.login]);
    await page.getByRole("link", { name: "Sign in" }).click();
    await signIn(page, user);
    await expect(page).toHaveURL(returnUrl);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Hello, DAN!");
    await expect(page.getByRole("button", { name: /^Last 7 days/ })).toBeVisible();
  });

  test("a new sign-in ends the earlier session of this browser", async ({ page, request }) => {
    const user = addUser("Eve");
    await page.goto("/login");
    await signIn(page, user);
    await expect(page).toHaveURL(MONITOR);
    const earlier = await page.evaluate(() => localStorage.getItem("dsb_token"));
    await page.goto("/login");
    await signIn(page, user);
    await expect(page).toHaveURL(MONITOR);
    const now = await page.evaluate(() => localStorage.getItem("dsb_token"));
    expect(now).not.toBe(earlier);
    const status = async (token: string | null) =>
      (await request.get("/api/user/current", { headers: { Authorization: `Bearer ${token}` } })).status();
    expect(await status(now)).toBe(200);
    expect(await status(earlier)).toBe(401);
  });

  test("a page whose token expires redirects to expired, and signing in returns to the screen", async ({
    page,
  }) => {
    const user = addUser("Tim");
    await page.clock.install();
    await enter(page, user);
    const address = withFilters(LOGINS, { period: "LAST_30DAYS" });
    await open(page, address);
    await page.clock.fastForward(7.9 * HOUR_MS);
    await expect(page).toHaveURL(address);
    await page.clock.fastForward(0.2 * HOUR_MS);
    await expect(page.getByText("Your session has expired")).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/expired");
    expect(await page.evaluate(() => localStorage.getItem("dsb_token"))).toBeNull();
    await page.getByRole("link", { name: "Sign in" }).click();
    await signIn(page, user);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Logins Breakdown");
  });

  test("a short outage of the server ends no session", async ({ page, expectFailure }) => {
    await enter(page, addUser("Ray"));
    await open(page, MONITOR);
    // Some calls of the screen follow its figures and may be sent after the outage has begun.
    expectFailure(503, "/api/");
    const isDown = (url: URL) => url.pathname.startsWith("/api/");
    await page.route(isDown, (route) => route.fulfill({ status: 503, body: "away" }));
    await page.reload();
    const line = page.getByText("Reconnecting…");
    await expect(line).toBeVisible();
    await expect(page).toHaveURL(MONITOR);
    await expect(page.getByText("The filters could not be loaded")).toBeVisible();
    await page.unroute(isDown);
    // Calls that failed in the meantime are retried without a click.
    await expect(line).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^This year/ })).toBeVisible();
    await idle(page);
    await expect(page.getByRole("table", { name: "Indicators of the program" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Hello, RAY!");
  });

  test("a session that expired on the server redirects to the expired page", async ({
    page,
    expectFailure,
  }) => {
    await enter(page, addUser("Ida"));
    await openAndSettle(page, withFilters(LOGINS, { period: "LAST_90DAYS" }));
    const over = { status: 401, error: "unauthorized", message: "", errors: [], code: "session_expired" };
    expectFailure(401, "/api/v1/");
    await page.route("**/api/v1/**", (route) => route.fulfill({ status: 401, json: over }));
    await page.getByRole("button", { name: /^Last 90 days/ }).click();
    await page.getByRole("button", { name: "Last 7 days" }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("Your session has expired")).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/expired");
    const returnUrl = new URL(page.url()).searchParams.get("returnUrl") ?? "";
    expect(filtersOf(returnUrl)).toEqual({ period: "LAST_7DAYS" });
  });

  test("a session survives a reload and another tab, and ends in all tabs", async ({ page, context }) => {
    await page.goto("/login");
    await signIn(page, addUser("Tab"));
    await expect(page).toHaveURL(MONITOR);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Hello, TAB!");
    const second = await context.newPage();
    await second.goto("/");
    await expect(second).toHaveURL(MONITOR);
    await expect(second.getByRole("heading", { level: 1 })).toContainText("Hello, TAB!");
    await second.getByRole("button", { name: "Account of Tab" }).click();
    await second.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/sign-out");
  });
});
