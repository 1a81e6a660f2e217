// Bring your data: files of other systems, from an empty program to open screens. The tests have a server of their own.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { bring as german } from "../src/texts/de/bring";
import { data as germanData } from "../src/texts/de/data";
import { bring as english } from "../src/texts/en/bring";
import { data as englishData } from "../src/texts/en/data";
import { bring as spanish } from "../src/texts/es/bring";
import { data as spanishData } from "../src/texts/es/data";
import type { User } from "./bond";
import { CONFIGURATIONS, expectGoodLooks } from "./configurations";
import { cutTexts, expectNoViolations, PHONE, picture, smallTargets } from "./looks";
import { expectNoHorizontalOverflow, filtersOf, idle, open, tabTo } from "./page";
import { type Program, withProgram } from "./program";
import { test as base, enter, expect } from "./test";

const ADA: User = { login: "ada@example.com", firstName: "Ada" };

const test = base.extend<{ program: Program }>({
  // Each test begins with an empty program.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  program: async ({}, use) => withProgram({ users: [[ADA, "ROLE_ADMIN"]] }, use),
  baseURL: async ({ program }, use) => {
    await use(program.url);
  },
});
test.use({ signedIn: false });
test.describe.configure({ timeout: 120_000 });

const GROUPS = "id,type,name\n1,TIER,Gold\n1,LOB,All\n1,AUDIENCE,All\n";
const MEMBERS = "Customer ID,Joined\nC1,2025-12-01\nC2,2025-12-02\nC3,2025-12-03\n";
const VISITS = "Customer ID,Visited\nC1,2026-03-01 10:00:00\nC2,2026-03-02 11:00:00\nC3,yesterday\n";

const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text),
});

/** Begins where the words may be of another language. */
async function beginIn(page: Page, { bringTitle }: { readonly bringTitle: string }): Promise<void> {
  await enter(page, ADA);
  await open(page, "/admin/data");
  await page.getByRole("button", { name: bringTitle }).click();
  await expect(page.getByRole("heading", { name: bringTitle })).toBeFocused();
}
const begin = (page: Page) => beginIn(page, englishData);

const cards = (page: Page) => page.getByRole("list", { name: "Files" });
const card = (page: Page, name: string) =>
  cards(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name }) });
const mapping = (page: Page) => page.getByLabel("Mapping (TOML)");

/** Waits until what was sent and changed is shown. */
const looked = (page: Page) => expect(cards(page)).toHaveAttribute("aria-busy", "false", { timeout: 20_000 });

async function send(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  await page.getByLabel("Choose files").setInputFiles(files);
  await expect(page.getByText(/^Sending/)).toHaveCount(0);
  await looked(page);
}

async function become(page: Page, name: string, table: string): Promise<void> {
  await card(page, name).getByLabel(`What ${name} is`).first().selectOption(table);
  await looked(page);
}

async function fill(page: Page, name: string, column: string, from: string): Promise<void> {
  await card(page, name).getByLabel(`What fills ${column}`).selectOption(from);
  await looked(page);
}

async function same(page: Page, name: string, column: string, value: string): Promise<void> {
  await card(page, name).getByLabel(`What fills ${column}`).selectOption("The same in each row");
  await page.getByLabel(`The value of ${column} in each row`).fill(value);
  await page.keyboard.press("Enter");
  await expect(mapping(page)).toHaveValue(new RegExp(`${column} = .*${value}`));
  await looked(page);
}

/** Describes the members and the visits. */
async function describe(page: Page): Promise<void> {
  await send(page, file("groups.csv", GROUPS), file("customers.csv", MEMBERS), file("visits.csv", VISITS));
  await become(page, "groups.csv", "Groups");
  await become(page, "customers.csv", "Members");
  await become(page, "visits.csv", "Logins");
  await fill(page, "customers.csv", "member_id", "Customer ID");
  await fill(page, "customers.csv", "eligible_on", "Joined");
  for (const column of ["tier_id", "lob_id", "audience_ids"]) await same(page, "customers.csv", column, "1");
  await same(page, "customers.csv", "source", "Website");
  await fill(page, "visits.csv", "member_id", "Customer ID");
  await fill(page, "visits.csv", "logged_in_at", "Visited");
}

test("files are dropped, described, mended, loaded and opened", async ({ page, expectFailure }) => {
  // The archive that is none.
  expectFailure(400, "/api/v1/admin/loads/drafts/");
  await begin(page);
  await picture(page, "bring-empty");
  await describe(page);
  await send(page, file("photos.zip", "no archive"));
  await expect(card(page, "photos.zip")).toContainText("cannot be unpacked");
  await expect(card(page, "customers.csv")).toContainText("3 rows");
  await expect(card(page, "customers.csv").getByRole("cell", { name: "Website" })).toHaveCount(3);

  // The fault stands at its row, and the load is refused with it.
  await expect(card(page, "visits.csv")).toContainText("1 fault");
  await expect(card(page, "visits.csv")).toContainText("line 4");
  await expect(card(page, "visits.csv").locator("[data-wrong]")).toHaveText(/yesterday/);
  await expect(page.getByRole("button", { name: "Load", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "visits.csv", exact: true }).click();
  await expect(card(page, "visits.csv")).toBeFocused();
  await expectNoHorizontalOverflow(page);
  await expectNoViolations(page, "the cards");
  await picture(page, "bring-cards", true);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator('html[data-theme="dark"]')).toHaveCount(1);
  await expectNoViolations(page, "the cards in dark", { rules: "colours" });
  await picture(page, "bring-cards-dark", true);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 900, height: 900 });
  await expectNoHorizontalOverflow(page);
  await picture(page, "bring-cards-900", true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("Nothing was loaded.", { timeout: 20_000 });

  // The mended file takes the place of the other, and its card stays as it was.
  await send(page, file("visits.csv", VISITS.replace("yesterday", "2026-03-03 12:00:00")));
  await expect(card(page, "visits.csv")).not.toContainText("fault");
  await expect(page.getByRole("main")).toContainText("Logins: 3 rows");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText(/^Checked: 9 rows/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await expect(page.getByText("Loaded: 9 rows.")).toBeVisible({ timeout: 20_000 });
  await picture(page, "bring-loaded", true);
  await expect(page.getByRole("button", { name: "Done" })).toBeVisible();
  await page.getByRole("link", { name: "Open" }).click();
  await idle(page);
  expect(filtersOf(page.url())).toMatchObject({ startDate: "2026-03-01", endDate: "2026-03-03" });
});

test("the text and the cards follow each other, and a mapping is saved", async ({ page }) => {
  await begin(page);
  await describe(page);
  await page.getByText("Show as text").click();
  const text = await mapping(page).inputValue();
  await mapping(page).fill(`# Ours.\n${text.replace('"Website"', '"Partner"')}`);
  await expect(card(page, "customers.csv").getByRole("cell", { name: "Partner" })).toHaveCount(3);
  await same(page, "customers.csv", "source", "Email");
  await expect(mapping(page)).toHaveValue(/^# Ours\.\n/);
  await mapping(page).fill("[[file]\n");
  await expect(page.getByText(/^line 1: /)).toBeVisible();
  await expect(card(page, "customers.csv").getByRole("cell", { name: "Email" })).toHaveCount(3);
  await mapping(page).fill(text);
  await expect(card(page, "customers.csv").getByRole("cell", { name: "Website" })).toHaveCount(3);
  await page.getByRole("button", { name: "Save the mapping …" }).click();
  const dialog = page.getByRole("dialog", { name: "Save the mapping" });
  await dialog.getByLabel("Name").fill("shop");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  // A reload goes on where one was.
  await page.reload();
  await looked(page);
  await expect(card(page, "customers.csv").getByRole("cell", { name: "Website" })).toHaveCount(3);
  await page.getByRole("button", { name: "Remove the files" }).click();
  await expect(cards(page)).toHaveCount(0);
});

/** What the feed calls its columns: nothing about these files is in doubt. */
const PLAIN_MEMBERS = "member_id,eligible_on\nC1,2025-12-01\nC2,2025-12-02\nC3,2025-12-03\n";
const PLAIN_LOGINS = "member_id,logged_in_at\nC1,2026-03-01 10:00:00\nC2,2026-03-02 11:00:00\n";
const BOOK = "Benefits report 2026-03.xlsx";

test("the cards say how sure the proposal is and why, and the program has what no file has", async ({
  page,
}) => {
  await begin(page);
  await send(page, file("members.csv", PLAIN_MEMBERS), file("notes.csv", "x,y\n1,2\n3,4\n"));
  const members = card(page, "members.csv");
  await expect(members.getByLabel("What members.csv is").first()).toHaveValue("members");
  await expect(members.getByText(/^(Sure|Likely|A guess): /).first()).toBeVisible();
  await expect(card(page, "notes.csv")).toContainText(
    "It is not loaded: nothing in it says what its rows are.",
  );
  await expect(page.getByText(/^Members: 3 rows\./)).toBeVisible();
  await expect(page.getByText(/^No file fills these tables.*Logins \(/)).toBeVisible();

  // A value of the program counts where no column says another one.
  await expect(members.getByLabel("What fills tier_id")).toHaveValue("p");
  await page.getByLabel("Tier", { exact: true }).fill("Gold");
  await page.keyboard.press("Enter");
  await expect(mapping(page)).toHaveValue(/^tier = "Gold"$/m);
  await looked(page);
  await expect(members.getByLabel("What fills tier_id")).toContainText("As in the whole program: Gold");
  await same(page, "members.csv", "tier_id", "7");
  await expect(page.getByLabel("Tier", { exact: true })).toHaveValue("Gold");

  const unknown = page.getByLabel("Rows of unknown members");
  await unknown.selectOption("are left out");
  await expect(mapping(page)).toHaveValue(/^unknown_members = "drop"$/m);
  await looked(page);
  await unknown.selectOption("add the member");
  await expect(mapping(page)).toHaveValue(/^unknown_members = \{ add = true/m);
  await looked(page);
  await unknown.selectOption("are faults");
  await expect(mapping(page)).not.toHaveValue(/unknown_members/);

  // A file that is left out is given a table, and the list begins with what a file may be.
  const list = members.getByLabel("What members.csv is").first().getByRole("option");
  await expect(list.nth(1)).toHaveText("Members");
  await become(page, "notes.csv", "Logins");
  await expect(card(page, "notes.csv")).not.toContainText("It is not loaded");
});

test("two sheets of a workbook are two cards, and those without data are left out", async ({ page }) => {
  await begin(page);
  const path = new URL(`../../data/trials/workbook/${encodeURIComponent(BOOK)}`, import.meta.url);
  await send(page, file(BOOK, readFileSync(path)));
  const sheet = (name: string) => card(page, `${BOOK} · ${name}`);
  const tableOf = (name: string) => sheet(name).getByLabel(`What ${BOOK} · ${name} is`).first();
  await expect(tableOf("Usage")).toHaveValue("partner_transactions");
  await expect(sheet("Read me")).toContainText("It is not loaded: ");
  await become(page, `${BOOK} · Roster`, "Members");
  await expect(tableOf("Roster")).toHaveValue("members");
  await expect(sheet("Roster").getByRole("cell", { name: "70011" })).toBeVisible();
  await become(page, `${BOOK} · Legend`, "Partners");
  await expect(mapping(page)).toHaveValue(/^sheet = "Legend"$/m);
  await become(page, `${BOOK} · Legend`, "Ignore");
  await expect(mapping(page)).not.toHaveValue(/^sheet = "Legend"$/m);
  await expect(tableOf("Usage")).toHaveValue("partner_transactions");
  await expectNoHorizontalOverflow(page);
  await expectNoViolations(page, "the sheets", { rules: "others" });
});

const JOINED = `[program]
tier = "All"
lob = "All"
audience = "All"
unknown_members = { add = true }

[[query]]
name = "visits of cards"
sql = """
select v.card as member_id, v.day || ' 10:00:00' as logged_in_at
from "visits.csv" v join "cards.csv" c using (card)
"""

[[query.table]]
name = "logins"
`;

test("a mapping with a query shows its rows and is loaded", async ({ page }) => {
  await begin(page);
  const visits = "card,day\nK1,2026-03-01\nK2,2026-03-02\nK9,2026-03-02\n";
  const files = [file("cards.csv", "card\nK1\nK2\n"), file("visits.csv", visits)];
  await send(page, file("mapping.toml", JOINED), ...files);
  for (const name of ["cards.csv", "visits.csv"])
    await expect(card(page, name)).toContainText("A query of the mapping reads it.");
  const query = card(page, "query visits of cards");
  await expect(query.getByRole("row").filter({ hasText: /^K/ })).toHaveText([/^K1/, /^K2/]);
  await expect(page.getByText(/^Logins: the rows of a query\./)).toBeVisible();
  expect(await cutTexts(page)).toEqual([]);
  await expectNoViolations(page, "a query");
  // What DuckDB says of it stands at its card.
  await page.getByText("Show as text").click();
  await mapping(page).fill(JOINED.replace("v.day", "v.week"));
  await expect(query).toContainText("week");
  await mapping(page).fill(JOINED);
  await expect(query).not.toContainText("week");
  await looked(page);
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await expect(page.getByText(/^Loaded: \d+ rows\.$/)).toBeVisible({ timeout: 20_000 });
});

test("files are dragged from a folder onto the page", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "bond-dropped-"));
  const files = ["members.csv", "logins.csv"].map((name) => join(folder, name));
  for (const path of files) writeFileSync(path, path.endsWith("members.csv") ? PLAIN_MEMBERS : PLAIN_LOGINS);
  await begin(page);
  const text = page.getByText("Drop files here, or");
  const box = await text.boundingBox();
  if (!box) throw new Error("there is nowhere to drop files");
  // As the browser takes them from the desktop: an event made by a script has no files of its own.
  const devtools = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver"] as const)
    await devtools.send("Input.dispatchDragEvent", {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  await expect(page.locator("[data-over]")).toHaveCount(1);
  await devtools.send("Input.dispatchDragEvent", {
    type: "drop",
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    data: { items: [], files, dragOperationsMask: 1 },
  });
  await expect(cards(page).getByRole("heading")).toHaveText(["logins.csv", "members.csv"]);
  await expect(page.locator("[data-over]")).toHaveCount(0);
  await looked(page);
  rmSync(folder, { recursive: true, force: true });
});

test("files are chosen, described, loaded and done with by keyboard alone", async ({
  page,
  expectFailure,
}) => {
  await enter(page, ADA);
  await open(page, "/admin/data");
  await tabTo(page, page.getByRole("button", { name: "Bring your data" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Bring your data" })).toBeFocused();
  // Before the key that opens it: the browser has to know by then.
  const chooser = page.waitForEvent("filechooser");
  await tabTo(page, page.getByRole("button", { name: "Choose files" }));
  await page.keyboard.press("Enter");
  await (await chooser).setFiles([file("members.csv", PLAIN_MEMBERS), file("logins.csv", PLAIN_LOGINS)]);
  await expect(cards(page)).toBeVisible();
  await looked(page);
  const is = (name: string) => card(page, name).getByLabel(`What ${name} is`).first();
  for (const [name, table, value] of [
    ["logins.csv", "Logins", "logins"],
    ["members.csv", "Members", "members"],
  ] as const) {
    await tabTo(page, is(name));
    // A list takes the name that is typed.
    await page.keyboard.type(table);
    await expect(is(name)).toHaveValue(value);
    await looked(page);
    await expect(is(name)).toBeFocused();
  }
  await tabTo(page, page.getByLabel("Tier", { exact: true }));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Gold");
  await page.keyboard.press("Enter");
  await expect(mapping(page)).toHaveValue(/^tier = "Gold"$/m);
  await looked(page);
  await tabTo(page, page.getByText("Show as text"));
  await page.keyboard.press("Enter");
  await expect(mapping(page)).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Load", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Loaded: \d+ rows\.$/)).toBeVisible({ timeout: 20_000 });
  // The files are offered to be removed at once.
  const draft = new URL(page.url()).searchParams.get("draft");
  await tabTo(page, page.getByRole("button", { name: "Done" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/data$/);
  await idle(page);
  await expect(page.getByRole("button", { name: "Bring your data" })).toBeVisible();
  // Its address says so, and begins anew.
  expectFailure(404, `/api/v1/admin/loads/drafts/${draft}/look`);
  await open(page, `/admin/data?draft=${draft}`);
  await expect(page.getByRole("alert")).toContainText("The files are no longer there");
  await expect(cards(page)).toHaveCount(0);
  await expect(page).toHaveURL(/draft=new$/);
});

/** Sends two files, and waits until they are described. */
async function sendIn(page: Page, texts: { readonly files: string }, choose: string): Promise<void> {
  const text = PLAIN_LOGINS.replace("2026-03-02 11:00:00", "yesterday");
  const files = [file("logins.csv", text), file("members.csv", PLAIN_MEMBERS)];
  await page.getByLabel(choose).setInputFiles(files);
  const list = page.getByRole("list", { name: texts.files, exact: true });
  await expect(list.getByRole("heading")).toHaveText(["logins.csv", "members.csv"]);
  await expect(list).toHaveAttribute("aria-busy", "false");
}

for (const [locale, texts, dataTexts] of [
  ["de-DE", german, germanData],
  ["es-ES", spanish, spanishData],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a fault, the proposal and what is missing are said in the language", async ({ page }) => {
      await beginIn(page, dataTexts);
      await expect(page.getByText(texts.drop)).toBeVisible();
      await sendIn(page, texts, dataTexts.choose);
      const logins = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name: "logins.csv" }) });
      await logins.getByLabel(texts.fillsOf("logins.csv")).first().selectOption("logins");
      await expect(logins).toContainText(texts.oneFault);
      await expect(logins).toContainText(texts.line("3"));
      // The server's sentence, too.
      await expect(logins).not.toContainText(/is not a time|its columns fit/);
      await expect(page.getByText(texts.program, { exact: true })).toBeVisible();
      const main = page.getByRole("main");
      await expect(main).toContainText(texts.missingTables("").split(":")[0] ?? "");
      await expect(main).not.toContainText(english.programDetail);
      await expectNoHorizontalOverflow(page);
      expect(await cutTexts(page)).toEqual([]);
      await expectNoViolations(page, `the cards in ${locale}`, { rules: "others" });
      await picture(page, `bring-${locale}`, true);
    });
  });

for (const configuration of CONFIGURATIONS)
  test.describe(`in the tour: ${configuration.name}`, () => {
    test.use(configuration.use);

    test("the empty screen and the cards look right", async ({ page }) => {
      const texts = configuration.isGerman ? german : english;
      const { choose } = configuration.isGerman ? germanData : englishData;
      await beginIn(page, configuration.isGerman ? germanData : englishData);
      await idle(page);
      await expectGoodLooks(page, "/admin/data, nothing sent", configuration);
      await sendIn(page, texts, choose);
      await expectGoodLooks(page, "/admin/data, files described", configuration);
    });
  });

test.describe("on a phone", () => {
  test.use({ ...PHONE, colorScheme: "dark" });

  test("a file is described", async ({ page }) => {
    await begin(page);
    await send(page, file("visits.csv", VISITS));
    await become(page, "visits.csv", "Logins");
    await expectNoHorizontalOverflow(page);
    expect(await smallTargets(page, 44)).toEqual([]);
    expect(await cutTexts(page)).toEqual([]);
    await expectNoViolations(page, "a card on a phone", { rules: "others" });
    await picture(page, "bring-phone", true);
  });
});
