// The systems that Bond asks for data, on the page of the administration.
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { pulls as german } from "../src/texts/de/pulls";
import { pulls as english } from "../src/texts/en/pulls";
import { pulls as spanish } from "../src/texts/es/pulls";
import type { User } from "./bond";
import { checkPage, cutTexts, devices, picture, smallTargets, waitForAnimations } from "./looks";
import { open, tabTo } from "./page";
import { testsWith } from "./program";
import { expect } from "./test";

const ADA: User = { login: "ada@example.com", firstName: "Ada" };
const GROUPS = "id,type,name\n1,TIER,Gold\n1,LOB,All\n1,AUDIENCE,All\n";
const MEMBERS = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nA,1,1,1,2023-12-01,Email\n";
const LOGINS = "member_id,logged_in_at\nA,2026-03-01 09:00:00\n";

// It lets in whoever has the right header.
const analytics = createServer(({ headers }, answer) => {
  answer.statusCode = headers["x-key"] === "right" ? 200 : 401;
  answer.setHeader("content-length", LOGINS.length).end(LOGINS);
});

const test = testsWith({
  users: [[ADA, "ROLE_ADMIN"]],
  loads: [{ files: { "user_groups.csv": GROUPS, "members.csv": MEMBERS } }],
  settings: async (folder) => {
    await new Promise<void>((done) => analytics.listen(0, "127.0.0.1", done));
    const { port } = analytics.address() as AddressInfo;
    mkdirSync(join(folder, "till"));
    writeFileSync(join(folder, "till", "logins.csv"), LOGINS);
    writeFileSync(join(folder, "header"), "X-Key: wrong\n");
    const settings = `
[pull.till]
kind = "folder"
path = "${folder}/till"
every = "6h"

[pull.exports]
kind = "folder"
path = "${folder}/exports-of-the-system-with-a-long-name"
every = "6h"

[pull.web]
kind = "https"
header_file = "${folder}/header"
[pull.web.files]
"logins.csv" = "http://127.0.0.1:${port}/logins"
`;
    writeFileSync(join(folder, "settings.toml"), settings);
    return { BOND_CONFIG: join(folder, "settings.toml") };
  },
});
test.describe.configure({ mode: "serial", timeout: 60_000 });

/** The schedule and the loads of a busy machine take a while. */
const SOON = { timeout: 20_000 };
test.afterAll(() => void analytics.close());

const sources = (page: Page, { title } = english) => page.getByRole("region", { name: title, exact: true });
const source = (page: Page, name: string) => sources(page).getByRole("row", { name: new RegExp(`^${name}`) });
const said = (page: Page) => sources(page).getByRole("status");

test("each source has its state, its last run and its next one, and a failure its sentence", async ({
  page,
}) => {
  await open(page, "/admin/data");
  await expect(source(page, "till")).toContainText("Published", SOON);
  await expect(source(page, "exports")).toContainText("Failed", SOON);
  await expect(said(page)).toContainText(/^exports: .*exports-of-the-system.* must be able to read it$/);
  await expect(source(page, "web").getByRole("cell")).toContainText([
    "Never asked",
    "Never asked",
    "When asked",
    /.*/,
  ]);
  await source(page, "till")
    .getByRole("button", { name: /^Details of load/ })
    .click();
  await expect(page.getByRole("dialog")).toContainText("logins");
});

test("a connection is tried, mended and asked by the keyboard", async ({ page, program }) => {
  await open(page, "/admin/data");
  await tabTo(page, source(page, "web").getByRole("button", { name: "Try the connection of web" }));
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("answered 401: look at the header in header_file");
  writeFileSync(join(program.folder, "header"), "X-Key: right\n");
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("web: It answers for logins.csv.");
  await tabTo(page, source(page, "web").getByRole("button", { name: "Run web now" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("web is being asked.")).toBeVisible();
  await expect(source(page, "web")).toContainText("Published", SOON);

  mkdirSync(join(program.folder, "exports-of-the-system-with-a-long-name"));
  await tabTo(page, source(page, "exports").getByRole("button", { name: "Run exports now" }));
  await page.keyboard.press("Enter");
  await expect(source(page, "exports")).toContainText("Nothing new", SOON);
  await expect(said(page)).not.toContainText("exports");
});

test.describe("looks", () => {
  test.beforeAll(({ program }) => writeFileSync(join(program.folder, "header"), "X-Key: wrong\n"));
  for (const [device, size] of devices) {
    test.describe(device, () => {
      test.use(size);

      test("everything has its place, and nothing is wider than the page", async ({ page }) => {
        await open(page, "/admin/data");
        const attempt = sources(page).getByRole("button", { name: "Try the connection of web" });
        await attempt.click();
        await expect(said(page)).toContainText("web");
        await sources(page).scrollIntoViewIfNeeded();
        await checkPage(page, device, "the sources", "sources", sources(page));
        await picture(page, `sources-${device}`, true);
        await waitForAnimations(page);
        const hidden = sources(page)
          .getByRole("group", { name: "Sources" })
          .evaluate((box) => box.scrollWidth - box.clientWidth);
        expect(await hidden).toBe(0);
        expect(await cutTexts(page)).toEqual([]);
        if (device === "phone") expect(await smallTargets(page, 44)).toEqual([]);
        await expect(sources(page).getByText("When asked").locator("visible=true")).toBeVisible();
        await expect(sources(page).getByRole("button", { name: "Run web now" })).toBeVisible();
      });
    });
  }
});

for (const [locale, copy, sentence] of [
  ["de-DE", german, "web: logins.csv: 127.0.0.1"],
  ["es-ES", spanish, "web: logins.csv: 127.0.0.1"],
] as const)
  test.describe(locale, () => {
    test.use({ locale });

    test("speaks the language of the browser", async ({ page }) => {
      await open(page, "/admin/data");
      await sources(page, copy)
        .getByRole("button", { name: copy.attemptOf("web") })
        .click();
      const text = sources(page, copy).getByRole("status");
      await expect(text).toContainText(sentence);
      await expect(text).not.toContainText("look at");
      await expect(sources(page, copy).getByRole("button", { name: copy.runOf("web") })).toBeVisible();
    });
  });
