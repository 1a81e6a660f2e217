import { createServer, type Server } from "node:http";
import type { Page } from "@playwright/test";
import { freePort } from "./bond";
import { checkPage, devices } from "./looks";
import { LOGINS, open, shareBy, withFilters } from "./page";
import { testsWith } from "./program";
import { expect, NOBODY } from "./test";

const GOLD = { period: "LAST_30DAYS", userGroupsTiersAll: false, userGroupTiers: [1] };
const GONE = "This link is no longer available.";

/** The address of sites that frame a screen; their ports make them other origins than Bond. */
const SITE = "127.0.0.1";

/** The port of the site that may frame screens. */
let allowed = 0;

// A program of its own: the others allow no links.
const test = testsWith({
  demo: 300,
  users: [[{ login: "ada@example.com", firstName: "Ada" }, "ROLE_ADMIN"]],
  settings: async () => {
    allowed = await freePort();
    return { BOND_ALLOW_LINKS: "true", BOND_LINK_FRAME_HOSTS: `http://${SITE}:${allowed}` };
  },
});
test.describe.configure({ mode: "default" });

/**
 * Makes a link to a screen above it, returns its address, and goes to the list. What the form looks like may be asked
 * before.
 */
async function share(
  page: Page,
  screen: string,
  name: string,
  password = "",
  look = async () => {},
): Promise<string> {
  await open(page, screen);
  const { pathname } = new URL(page.url());
  await shareBy(page, "Share link…");
  const dialog = page.getByRole("dialog", { name: /^A link to / });
  await expect(dialog).toBeVisible();
  await look();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel(/^Password/).fill(password);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const made = page.getByRole("dialog", { name: "Your link" });
  const address = await made.getByLabel("Address").inputValue();
  await made.getByRole("button", { name: "Done" }).click();
  // One stays on the screen; the list is one step away.
  expect(new URL(page.url()).pathname).toBe(pathname);
  await page.getByRole("link", { name: "Open Links" }).click();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();
  return address;
}

/** The paths of the calls that a page makes. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  return calls;
}

test("a link shows a screen with its filter and nothing else, until it is removed", async ({
  page,
  context,
  expectFailure,
}) => {
  const address = await share(page, withFilters(LOGINS, GOLD), "Logins of gold");
  expect(address).toMatch(/\/shared#[\w-]{43}$/);
  // In the browser of somebody who is signed in, too, it is nobody's session.
  const visitor = await context.newPage();
  const calls = callsOf(visitor);
  await visitor.goto(address);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Logins Breakdown");
  const about = visitor.getByRole("list", { name: "What is shown" });
  await expect(about).toContainText("Last 30 days:");
  await expect(about).toContainText("Platinum");
  await expect(about).toContainText("Shared by Ada, until");
  await expect(visitor.locator("canvas").first()).toBeVisible();
  await expect(visitor.getByRole("table").first()).toBeVisible();
  await expect(visitor.locator('[aria-busy="true"]')).toHaveCount(0);
  expect(new Set(calls)).toEqual(new Set(["/api/v1/shared/open", "/api/v1/shared/answer"]));
  // Nothing leads away, asks for other figures or takes them along.
  await expect(visitor.locator("a[href]")).toHaveCount(0);
  await expect(visitor.getByRole("combobox")).toHaveCount(0);
  await expect(visitor.getByRole("radio")).toHaveCount(0);
  for (const name of [/Download/, /Export/, /Share/, /Annotate/, /Trends/, /Last 30 days/])
    await expect(visitor.getByRole("button", { name })).toHaveCount(0);
  const stored = await visitor.context().cookies();
  expect(stored.filter(({ name }) => /visit|shared/.test(name))).toEqual([]);

  await page.reload();
  const row = page.getByRole("row", { name: /Logins of gold/ });
  await expect(row).toContainText("active");
  await expect(row).toContainText(/last /);
  await row.getByRole("button", { name: "Remove Logins of gold" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  expectFailure(404, "/api/v1/shared/open");
  await visitor.reload();
  await expect(visitor.getByRole("heading")).toHaveText(GONE);
  expect((await visitor.locator("body").innerText()).trim()).toBe(GONE);
});

test("a link with a password asks for it", async ({ page, context, expectFailure }) => {
  expectFailure(403, "/api/v1/shared/open");
  const address = await share(page, "/user-dashboard", "Members", "a password to share");
  await expect(page.getByRole("row", { name: /Members/ })).toContainText("with a password");
  const visitor = await context.newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("This screen is protected");
  await visitor.getByLabel("Password").fill("a wrong password");
  await visitor.getByRole("button", { name: "Show the screen" }).click();
  await expect(visitor.getByRole("alert")).toHaveText("The password is wrong.");
  await visitor.getByLabel("Password").fill("a password to share");
  await visitor.getByRole("button", { name: "Show the screen" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
  await expect(visitor.getByRole("article").first()).toBeVisible();
  await expect(visitor.locator("a[href]")).toHaveCount(0);
});

test("a poll and the e-mail schedule are shared, too", async ({ page, context }) => {
  await open(page, "/content-dashboard/polls-breakdown");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Schedule…" })).toBeVisible();
  // Without a poll there is nothing to share.
  await expect(page.getByRole("menuitem", { name: "Share link…" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  const polls = page.getByLabel("Choose Poll");
  const question = (await polls.getByRole("option").nth(1).textContent()) ?? "";
  await polls.selectOption({ label: question });
  await expect(page.getByRole("table").first()).toBeVisible();
  const { pathname, search } = new URL(page.url());
  const cells = await page.getByRole("cell").allInnerTexts();
  const visitor = await context.newPage();
  const calls = callsOf(visitor);
  await visitor.goto(await share(page, pathname + search, "A poll"));
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Polls Breakdown");
  await expect(visitor.getByText(question).first()).toBeVisible();
  // Neither compares anything with another period.
  await expect(visitor.getByRole("list", { name: "What is shown" })).not.toContainText("ompared");
  await expect(visitor.getByRole("table")).toHaveCount(2);
  await expect(visitor.getByRole("cell")).toHaveText(cells);
  await expect(visitor.getByRole("combobox")).toHaveCount(0);

  await visitor.goto("about:blank");
  await visitor.goto(await share(page, "/emails-dashboard/schedule", "What comes"));
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Email Schedule");
  await expect(visitor.getByRole("row").nth(1)).toBeVisible();
  await expect(visitor.getByRole("list", { name: "What is shown" })).not.toContainText(/ompared|This year/);
  await expect(visitor.locator("a[href]")).toHaveCount(0);
  expect(new Set(calls)).toEqual(new Set(["/api/v1/shared/open", "/api/v1/shared/answer"]));
});

/** A site with one page, which frames an address. */
async function site(port: number, framed: string): Promise<Server> {
  const server = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html");
    answer.end(
      `<!doctype html><title>A site</title><iframe src="${framed}" width="900" height="700"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(port, SITE, resolve));
  return server;
}

test("only a named site frames what a link shows, and no site another screen", async ({
  page,
  browser,
  program,
}) => {
  const address = await share(page, "/executive-summary", "Monitor");
  const other = await freePort();
  // Of their own context: the pages of other sites are no pages of Bond.
  const context = await browser.newContext({ storageState: NOBODY });
  const visitor = await context.newPage();
  const calls = callsOf(visitor);
  const servers = [await site(allowed, address), await site(other, address)];
  try {
    await visitor.goto(`http://${SITE}:${allowed}/`);
    const frame = visitor.frameLocator("iframe");
    await expect(frame.getByRole("heading", { level: 1 })).toHaveText("Program Monitor");
    await expect(frame.getByRole("article").first()).toBeVisible();
    // The sentences of the page, which open nothing here.
    const told = frame.getByRole("region", { name: "What happened" });
    await expect(told).toContainText(/BOND Score .*\d/);
    await expect(told.getByRole("link")).toHaveCount(0);
    expect(new Set(calls)).toEqual(new Set(["/api/v1/shared/open", "/api/v1/shared/answer"]));
    calls.length = 0;
    await visitor.goto(`http://${SITE}:${other}/`);
    await expect(frame.getByRole("heading", { name: "Program Monitor" })).toHaveCount(0);
    expect(calls, "the refused page runs nothing").toEqual([]);
    servers[0]?.close();
    servers[0]?.closeAllConnections();
    servers[0] = await site(allowed, `${program.url}/login`);
    await visitor.goto(`http://${SITE}:${allowed}/`);
    await expect(frame.getByLabel("Login")).toHaveCount(0);
    expect(calls, "nor does another screen, on a site that is named").toEqual([]);
  } finally {
    await context.close();
    for (const server of servers) server.close();
  }
});

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use({ ...size });

    test("links and what they show look right in both themes", async ({ page, context, expectFailure }) => {
      test.setTimeout(90_000);
      expectFailure(403, "/api/v1/shared/open");
      expectFailure(404, "/api/v1/shared/open");
      const breakdown = await share(page, withFilters(LOGINS, GOLD), `Gold on a ${device}`);
      const look = () => checkPage(page, device, "the form of a link", "link-form");
      const board = `Board on a ${device}`;
      const locked = await share(page, "/executive-summary", board, "a password to share", look);
      await checkPage(page, device, "the page of links", "links");
      const visitor = await context.newPage();
      await visitor.goto(breakdown);
      await expect(visitor.locator("canvas").first()).toBeVisible();
      await checkPage(visitor, device, "a shared breakdown", "shared-breakdown");
      await visitor.goto(locked);
      await expect(visitor.getByLabel("Password")).toBeVisible();
      await checkPage(visitor, device, "a password", "shared-password");
      await visitor.getByLabel("Password").fill("a password to share");
      await visitor.getByRole("button", { name: "Show the screen" }).click();
      await expect(visitor.getByRole("article").first()).toBeVisible();
      await checkPage(visitor, device, "a shared dashboard", "shared-dashboard");
      await visitor.goto(`${breakdown}x`);
      // Until another secret has reloaded the page it shows the dashboard, with one heading of this level but many of others.
      await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(GONE);
      await checkPage(visitor, device, "a link that is gone", "shared-gone");
    });
  });
