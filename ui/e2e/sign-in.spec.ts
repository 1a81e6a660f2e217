import { addUser, bond, PASSWORD } from "./bond";
import { navigate } from "./page";
import { guarded } from "./specified";
import { expect, signIn, test } from "./test";

const LOGIN_CALL = "/api/auth/login";

test.use({ signedIn: false });

test.describe("the sign-in page", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/login");
  });

  test("signs in with Enter and opens the Program Monitor", async ({ page, user }) => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("To get started, please sign in");
    await page.getByLabel("Login").fill(user.login);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByLabel("Password").press("Enter");
    await expect(page).toHaveURL("/executive-summary");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Hello, ANN!");
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored.dsb_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    // The user object is stored sealed.
    expect(stored.dsb_user).toBeTruthy();
    expect(JSON.stringify(stored)).not.toContain("firstName");
  });

  test("requires both fields and reports both at once; accepts 320 characters of login and 30 of password", async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    await page.getByLabel("Login").fill("   ");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Login field is required")).toBeVisible();
    await expect(page.getByText("Password field is required")).toBeVisible();
    await expect(page.getByLabel("Login")).toBeFocused();
    await page.getByLabel("Login").fill("someone");
    await expect(page.getByText("Login field is required")).toHaveCount(0);
    await expect(page.getByText("Password field is required")).toBeVisible();
    await page.getByLabel("Password").fill("  ");
    await page.getByLabel("Password").press("Enter");
    await expect(page.getByText("Password field is required")).toBeVisible();
    expect(calls).not.toContain(LOGIN_CALL);

    await expect(page.getByLabel("Login")).toHaveAttribute("maxlength", "320");
    await page.getByLabel("Password").fill("");
    await page.getByLabel("Password").pressSequentially("p".repeat(31));
    await expect(page.getByLabel("Password")).toHaveValue("p".repeat(30));
    await expect(page.getByLabel("Password")).toHaveAttribute("type", "password");
    await expect(page.getByLabel("Password")).toHaveAttribute("autocomplete", "off");
  });

  test("gives the same message for a wrong password and an unknown login, and explains other failures", async ({
    page,
    user,
    expectFailure,
  }) => {
    expectFailure(401, LOGIN_CALL);
    await signIn(page, user, "not the password");
    const toast = page.getByRole("region", { name: "Notifications" }).getByRole("alert");
    await expect(toast).toHaveText("Invalid email or password.");
    await toast.getByRole("button", { name: "Dismiss notification" }).click();
    await expect(toast).toHaveCount(0);
    await signIn(page, { login: "nobody@example.com", firstName: "" });
    await expect(toast).toHaveText("Invalid email or password.");
    await expect(page).toHaveURL("/login");
    expect(await page.evaluate(() => localStorage.getItem("dsb_token"))).toBeNull();

    const notices = page.getByRole("region", { name: "Notifications" });
    for (const [status, text] of [
      [504, "Server unavailable"],
      [
        500,
        "Operation failed. Please try again and if an error occurs again please contact your administrator.",
      ],
      [404, "Server unavailable"],
    ] as const) {
      expectFailure(status, LOGIN_CALL);
      await page.route(`**${LOGIN_CALL}`, (route) => route.fulfill({ status, body: "<html></html>" }));
      await signIn(page, user);
      // Each notification clears the one before it.
      await expect(notices.locator('[role="alert"]:not([data-state="removed"])')).toHaveText(text);
      await page.unroute(`**${LOGIN_CALL}`);
    }
    await signIn(page, user);
    await expect(page).toHaveURL("/executive-summary");
  });

  test("says that access is blocked after five wrong passwords, even with the right one", async ({
    page,
    request,
    expectFailure,
  }) => {
    const user = addUser("Bo");
    for (let time = 0; time < 5; time++) {
      const data = { grant_type: "password", username: user.login, password: `wrong password ${time}` };
      expect((await request.post(LOGIN_CALL, { data })).status()).toBe(401);
    }
    expectFailure(401, LOGIN_CALL);
    await signIn(page, user);
    await expect(page.getByRole("alert").filter({ hasText: "Access blocked" })).toBeVisible();
  });

  test("says that access is not available to a disabled user", async ({ page, expectFailure }) => {
    const user = addUser("Di");
    bond(["user disable", user.login]);
    expectFailure(401, LOGIN_CALL);
    await signIn(page, user);
    await expect(page.getByRole("alert").filter({ hasText: "Access not available" })).toBeVisible();
  });
});

test.describe("returnUrl", () => {
  const there = `/user-dashboard/logins-breakdown?filters=${encodeURIComponent('{"period":"LAST_30DAYS"}')}`;

  test("is followed if the page has that route, and else opens the Program Monitor", async ({
    page,
    user,
  }) => {
    await page.goto(`/login?${new URLSearchParams({ returnUrl: there })}`);
    await signIn(page, user);
    await expect(page).toHaveURL(there);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Logins Breakdown");
    // `paths.test.ts` has the other addresses.
    for (const returnUrl of ["//example.com/executive-summary", "/no-such-page"]) {
      await page.goto(`/login?${new URLSearchParams({ returnUrl })}`);
      await signIn(page, user);
      await expect(page, returnUrl).toHaveURL("/executive-summary");
    }
  });
});

test.describe("without a session", () => {
  test("every guarded route redirects to error401", async ({ page }) => {
    await page.goto("/sign-out");
    for (const route of Object.keys(guarded)) {
      await navigate(page, route);
      await expect(page).toHaveURL(`/error401?${new URLSearchParams({ returnUrl: route })}`);
      await expect(page.getByText("Authentication is required to access this resource")).toBeVisible();
    }
  });

  test("the empty path redirects to sign-in, and then to the Program Monitor", async ({ page, user }) => {
    await page.goto("/");
    await expect(page).toHaveURL("/login");
    await signIn(page, user);
    await expect(page).toHaveURL("/executive-summary");
  });

  test("Back does not return to the guarded address", async ({ page }) => {
    await page.goto("/login");
    await page.goto("/executive-summary");
    await expect(page).toHaveURL(/\/error401/);
    await page.goBack();
    await expect(page).toHaveURL("/login");
  });

  test("error401 links to sign-in, which opens the requested screen", async ({ page, user }) => {
    await page.goto("/user-dashboard");
    await expect(page).toHaveTitle(/^Signed out/);
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ returnUrl: "/user-dashboard" })}`);
    await signIn(page, user);
    await expect(page).toHaveURL("/user-dashboard");
  });

  test("an invalid token redirects to error401", async ({ page, expectFailure }) => {
    expectFailure(401, "/api/user/current");
    await page.goto("/login");
    await page.evaluate(() => localStorage.setItem("dsb_token", "a.b.c"));
    await page.goto("/executive-summary");
    await expect(page).toHaveURL(/\/error401\?returnUrl=%2Fexecutive-summary$/);
    expect(await page.evaluate(() => localStorage.getItem("dsb_token"))).toBeNull();
  });
});

test.describe("single sign-on", () => {
  test("runs only with all three parameters", async ({ page }) => {
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    await page.goto("/sso?aa=key&bb=nonce");
    await expect(page.getByText("This sign-in link is incomplete.")).toBeVisible();
    await expect(page).toHaveURL("/sso");
    expect(calls).not.toContain("/api/auth/sso");
  });

  /** A link as another system would create it. */
  function ssoLink(user: { login: string; firstName: string }): string {
    const made = bond(["sso-key add", "--role", "USERS", "portal"]);
    const keyId = /^Key id \(aa\): (.*)$/m.exec(made)?.[1] ?? "";
    const words = [
      "--key-id",
      keyId,
      "--subject",
      user.login,
      "--login",
      user.login,
      "--first-name",
      user.firstName,
      "--role",
      "USERS",
    ];
    return new URL(bond(["sso-link", ...words]).trim()).search;
  }

  test("a link signs in once, and leaves nothing in the address", async ({ page }) => {
    const link = ssoLink({ login: `zoe-${Date.now()}@portal.example`, firstName: "Zoë" });
    await page.goto("/login");
    await page.goto(`/sso${link}`);
    await expect(page).toHaveURL("/executive-summary");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Hello, ZOË!");
    await page.goBack();
    await expect(page).toHaveURL("/login");

    await page.goto(`/sso${link}`);
    const refused = "This sign-in link is not valid or has expired.";
    await expect(page.getByRole("main").getByText(refused)).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText(refused);
    await expect(page).toHaveURL("/sso");
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/login");
  });

  test("the parameters leave the address before the server is called", async ({ page }) => {
    const request = page.waitForRequest((request) => {
      if (new URL(request.url()).pathname !== "/api/auth/sso") return false;
      expect(new URL(page.url()).search).toBe("");
      return true;
    });
    await page.goto("/sso?aa=key&bb=nonce&cc=sealed");
    expect((await request).postDataJSON()).toEqual({ aa: "key", bb: "nonce", cc: "sealed" });
    await expect(page.getByRole("alert")).toHaveText("This sign-in link is not valid or has expired.");
  });
});
