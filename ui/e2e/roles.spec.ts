import { addUser, bond } from "./bond";
import { idle } from "./page";
import { expect, signIn, test } from "./test";

test.use({ signedIn: false });

test("a user sees the dashboards and the members of its role, and is told what is not open", async ({
  page,
  expectFailure,
}) => {
  bond(["role set", "members-of-tier-1", "--read", "MEMBERS", "--group", "TIER=1"]);
  const user = addUser("Rolf", "members-of-tier-1");
  await page.goto("/login");
  await signIn(page, user);
  // The home screen is not open, so that the first dashboard is.
  await expect(page).toHaveURL(/\/user-dashboard/);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link")).toHaveText([/Members Dashboard/, /Insights/, /Recommendations/]);
  await expect(page.getByRole("region", { name: "BOND Score" })).toHaveCount(0);
  const groups = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.dsb_token}` };
    return (await fetch("/api/v1/dashboard/users/userGroups", { headers })).json();
  });
  expect(groups.filter(({ type }: { type: string }) => type === "TIER")).toHaveLength(1);

  await page.goto("/offers-dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offers Dashboard");
  await expect(page.getByText("Not available to you")).toBeVisible();
  expectFailure(403, "/api/v1/offer/dashboard/info");
  const refused = await page.evaluate(async () => {
    const cookie = document.cookie.split("XSRF-TOKEN=")[1]?.split(";")[0] ?? "";
    const headers = {
      Authorization: `Bearer ${localStorage.dsb_token}`,
      "Content-Type": "application/json",
      "X-XSRF-TOKEN": cookie,
    };
    const answer = await fetch("/api/v1/offer/dashboard/info", { method: "POST", headers, body: "{}" });
    return { status: answer.status, error: (await answer.json()).error };
  });
  expect(refused).toEqual({ status: 403, error: "forbidden" });
});

test("the schedule of e-mails is offered to those who may see what belongs to no member", async ({
  page,
}) => {
  bond(["role set", "emails-of-tier-1", "--read", "EMAILS", "--group", "TIER=1"]);
  const user = addUser("Rosa", "emails-of-tier-1");
  await page.goto("/login");
  await signIn(page, user);
  await expect(page).toHaveURL(/\/emails-dashboard/);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link", { name: "Screens" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Schedule" })).toHaveCount(0);
  await page.goto("/emails-dashboard/schedule");
  await expect(page.getByText("Not available to you")).toBeVisible();

  bond(["role set", "emails-of-tier-1", "--read", "EMAILS", "--group", "TIER=1", "--without-members"]);
  await page.reload();
  await expect(page.getByText("Not available to you")).toHaveCount(0);
  await expect(menu.getByRole("link", { name: "Schedule" })).toBeVisible();
});

test("the changes of pinned cards are no links where their dashboard is closed to the user", async ({
  page,
}) => {
  bond(["role set", "monitor-only", "--read", "MONITOR"]);
  await page.goto("/login");
  await signIn(page, addUser("Mona", "monitor-only"));
  await expect(page).toHaveURL(/\/executive-summary/);
  await idle(page);
  await expect(page.getByRole("article").first()).toContainText("%");
  await expect(page.locator('main article a[href*="/explain/"]')).toHaveCount(0);
});
