import { type AddressInfo, createServer } from "node:net";
import type { Page } from "@playwright/test";
import { PASSWORD, type User } from "./bond";
import { checkPage, devices } from "./looks";
import { expectNoHorizontalOverflow, goTo, idle, open, openPeriod, tabTo } from "./page";
import { testsWith } from "./program";
import { enter, expect } from "./test";

/** Every page of the administration, with its title. */
const PAGES = {
  "/admin/users": "Users",
  "/admin/roles": "Roles",
  "/admin/data": "Data",
  "/admin/backups": "Backups",
  "/admin/audit": "Audit",
  "/admin/settings": "Settings",
  "/admin/server": "Server settings",
  "/admin/score-method": "Score method",
  "/admin/system": "System",
} as const;

const ADA: User = { login: "ada@example.com", firstName: "Ada" };
const ANN: User = { login: "ann@example.com", firstName: "Ann" };

// A program of its own: its settings, loads and backups would disturb other tests.
const test = testsWith({
  demo: 300,
  users: [
    [ADA, "ROLE_ADMIN"],
    [ANN, "USERS"],
  ],
});
test.describe.configure({ mode: "default" });

/** Fails where Tab, from where the focus is, does not reach every control of the panels. */
async function expectControlsByTab(page: Page): Promise<void> {
  const controls = page.getByRole("main").locator("section :is(button, input, select, textarea):enabled");
  const count = await controls.evaluateAll((all) => {
    const shown = all.filter((one) => one.checkVisibility());
    for (const one of shown) one.setAttribute("data-missed", "");
    return shown.length;
  });
  const missed = page.locator("[data-missed]");
  // A field for a date has several stops.
  for (let presses = 0; presses < 2 * count + 20 && (await missed.count()) > 0; presses += 1) {
    await page.keyboard.press("Tab");
    await page.evaluate(() => document.activeElement?.removeAttribute("data-missed"));
  }
  expect(await missed.evaluateAll((all) => all.map((one) => one.outerHTML))).toEqual([]);
}

test.describe("an administrator", () => {
  test("adds a service account, makes a token for it, and disabling it ends the token", async ({
    page,
    playwright,
    baseURL,
  }) => {
    await open(page, "/admin/users");
    await page.getByRole("button", { name: "Add a service account" }).click();
    const adding = page.getByRole("dialog", { name: "Add a service account" });
    await adding.getByLabel("Login").fill("loads");
    await adding.getByLabel("What it is for").fill("Daily loads");
    await adding.getByRole("checkbox", { name: /Administrator/ }).check();
    await adding.getByLabel("Your password").fill(PASSWORD);
    await adding.getByRole("button", { name: "Add" }).click();
    await page.getByRole("button", { name: "Create a token for loads" }).click();
    const making = page.getByRole("dialog", { name: "Create a token for loads" });
    await making.getByLabel("What it is for").fill("warehouse");
    await making.getByRole("checkbox", { name: "read figures" }).uncheck();
    await making.getByRole("checkbox", { name: "load data" }).check();
    await making.getByLabel("Your password").fill(PASSWORD);
    await making.getByRole("button", { name: "Create", exact: true }).click();
    const secret = await making.getByLabel("Token", { exact: true }).inputValue();
    await making.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("table", { name: "API tokens" })).toContainText("load data");
    const program = await playwright.request.newContext({
      baseURL: baseURL ?? "",
      extraHTTPHeaders: { Authorization: `Bearer ${secret}` },
      storageState: { cookies: [], origins: [] },
    });
    expect((await program.get("api/v1/admin/loads")).status()).toBe(200);
    expect((await program.get("api/v1/admin/users")).status()).toBe(403);
    await page.getByRole("button", { name: "Manage loads" }).click();
    await page.getByRole("button", { name: "Disable" }).click();
    const disabling = page.getByRole("dialog", { name: "Disable loads?" });
    await disabling.getByRole("button", { name: "Disable" }).click();
    await expect(disabling).toBeHidden();
    expect((await program.get("api/v1/admin/loads")).status()).toBe(401);
    await program.dispose();
  });

  for (const [device, size] of devices) {
    test.describe(device, () => {
      test.use(size);

      test("finds every page in both themes without an accessibility violation", async ({ page }) => {
        test.setTimeout(120_000);
        await open(page, "/account");
        for (const [path, title] of Object.entries(PAGES)) {
          await test.step(title, async () => {
            await goTo(page, path, title);
            const tabs = page.getByRole("navigation", { name: "Administration pages" });
            await expect(tabs.getByRole("link", { name: title, exact: true })).toHaveAttribute(
              "aria-current",
              "page",
            );
            await checkPage(page, device, title);
          });
        }
      });
    });
  }

  test.describe("at the width of a small phone", () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test("reaches and uses every page by keyboard", async ({ page }) => {
      test.setTimeout(120_000);
      const tabs = page.getByRole("navigation", { name: "Administration pages" });
      await page.goto("/admin");
      for (const [path, title] of Object.entries(PAGES)) {
        await tabTo(page, tabs.getByRole("link", { name: title, exact: true }));
        await page.keyboard.press("Enter");
        await expect(page).toHaveURL(new RegExp(`${path}$`));
        await idle(page);
        await expectNoHorizontalOverflow(page);
        await expectControlsByTab(page);
      }
      await expect(page.getByRole("row", { name: /^audit log/ })).toContainText("unbroken");
    });
  });

  test("checks a file, sees its faults, and loads nothing", async ({ page }) => {
    await open(page, "/admin/data");
    const file = {
      name: "logins.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("member_id,when\nM1,2026-01-01\n"),
    };
    await page.getByLabel("Choose files").setInputFiles(file);
    await expect(page.getByRole("list", { name: "Chosen files" })).toContainText("logins.csv");
    await page.getByRole("button", { name: "Check only" }).click();
    const first = page.getByRole("table", { name: "Loads" }).getByRole("row").nth(1);
    await expect(first).toContainText("Refused");
    await first.getByRole("button", { name: /^Details of load/ }).press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Load \d+$/ });
    await expect(dialog.getByRole("table", { name: "Faults" })).toContainText("logins.csv");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Save as CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^bond-load-\d+-faults\.csv$/);
    await checkPage(page, "desktop", "the details of a load");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  test("sees the days of a table", async ({ page }) => {
    await open(page, "/admin/data");
    await page.getByRole("button", { name: "Show the days of Logins" }).press("Enter");
    const calendar = page.getByRole("table", { name: "Days of Logins" });
    await expect(calendar.getByRole("row").first()).toContainText(/^\d{4}-\d{2}/);
    // The months are alike, and axe would look at a thousand days.
    const later = calendar.locator("tbody tr:nth-child(n + 4)");
    await later.evaluateAll((rows) => {
      for (const row of rows) (row as HTMLElement).style.display = "none";
    });
    await checkPage(page, "desktop", "the calendar");
  });

  test("finds each of its changes in the audit log", async ({ page }) => {
    test.setTimeout(90_000);
    await test.step("a backup is made and verified", async () => {
      await open(page, "/admin/backups");
      await page.getByRole("button", { name: "Back up now" }).click();
      await expect(page.getByRole("main").getByRole("status")).toContainText("data version", {
        timeout: 20_000,
      });
      await page
        .getByRole("button", { name: /^Verify the backup of/ })
        .first()
        .click();
      await expect(page.getByRole("main").getByRole("status")).toContainText("good:", { timeout: 20_000 });
      await checkPage(page, "desktop", "a verified backup");
    });
    await test.step("a mapping is saved and removed", async () => {
      await open(page, "/admin/data");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "New mapping" });
      await dialog.getByLabel("Name").fill("ledger");
      await dialog
        .getByLabel("Mapping (TOML)")
        .fill('[[file]]\nname = "x.csv"\n[[file.table]]\nname = "polls"\n');
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Remove ledger" }).click();
      await page
        .getByRole("dialog", { name: "Remove the mapping ledger?" })
        .getByRole("button", { name: "Remove" })
        .click();
      await expect(page.getByText("No mappings yet")).toBeVisible();
    });
    await test.step("files are loaded, and the load undone", async () => {
      const text = "id,question,opened_on,closed_on\n1,What next?,2026-01-01,\n";
      const file = { name: "polls.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
      await page.getByLabel("Choose files").setInputFiles(file);
      await page.getByRole("button", { name: "Load", exact: true }).click();
      const newest = page.getByRole("table", { name: "Loads" }).getByRole("row").nth(1);
      await expect(newest).toContainText("Import");
      await expect(newest).toContainText("Published", { timeout: 20_000 });
      await page.getByRole("button", { name: "Undo the last load" }).click();
      await page.getByRole("dialog").getByLabel("Your password").fill(PASSWORD);
      await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
      await expect(newest).toContainText("Undo");
      await expect(newest).toContainText("Published", { timeout: 20_000 });
    });
    await test.step("a setting is chosen", async () => {
      await open(page, "/admin/settings");
      await page.getByRole("textbox", { name: "Account manager: phone" }).fill("+1 555 0100");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("The settings are saved.")).toBeVisible();
    });
    await open(page, "/admin/audit");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    expect((await download).suggestedFilename()).toBe("bond-audit.csv");
    const rows = page.getByRole("table", { name: "Audit log" }).locator("tbody tr:not([hidden])");
    await page.getByLabel("Who", { exact: true }).fill(ADA.login.toUpperCase());
    for (const event of [
      "audit_downloaded",
      "backup",
      "backup_verified",
      "mapping_saved",
      "mapping_removed",
      "import",
      "load_undone",
      "setting_changed",
      "sign_in",
    ]) {
      const choice = page.getByLabel("Event", { exact: true });
      await expect(choice.locator(`option[value="${event}"]`), event).toHaveCount(1);
      await choice.selectOption(event);
      await page.getByRole("button", { name: "Show" }).click();
      await expect(rows.first(), event).toContainText(event.replaceAll("_", " "));
      await expect(rows.first(), event).toContainText(ADA.login);
    }
    await page.getByRole("button", { name: "Clear" }).click();
    // Receipts that were copied one by one would hide the rest.
    const asked = page.waitForRequest((request) => request.url().includes("/admin/audit?"));
    await page.getByLabel("Show each receipt").check();
    await page.getByRole("button", { name: "Show" }).click();
    expect((await asked).url()).not.toContain("but=");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByLabel("To", { exact: true }).fill("2000-01-01");
    await page.keyboard.press("Enter");
    await expect(page.getByText("No line matches")).toBeVisible();
    await checkPage(page, "desktop", "an empty audit log");
  });

  test("chooses the program's name and takes the choice back", async ({ page, expectFailure }) => {
    expectFailure(400, "/api/v1/admin/settings");
    await open(page, "/admin/settings");
    const name = page.getByRole("textbox", { name: "Program name" });
    const mail = page.getByRole("textbox", { name: "Account manager: mail address" });
    const save = page.getByRole("button", { name: "Save" });
    await name.fill("Horizon Rewards");
    await expect(page.getByText("1 change is not saved")).toBeInViewport();
    await save.click();
    await expect(page).toHaveTitle(/Horizon Rewards/);
    await expect(page.getByText("Horizon Rewards", { exact: true })).toBeVisible();
    await expect(name).toHaveAccessibleDescription(/Chosen by .+Default: Member program\.$/);
    await mail.fill("nobody");
    await save.click();
    await expect(mail).toHaveAccessibleDescription(/^Expected an address/);
    await checkPage(page, "desktop", "a setting that is refused");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(mail).toHaveValue("");
    await page.getByRole("button", { name: "Back to the default: Program name" }).click();
    await save.click();
    await expect(page).toHaveTitle(/Member program/);
  });

  test("sets mail up and sends a test message", async ({ page }) => {
    const letters: string[] = [];
    const server = createServer((socket) => {
      let said = "";
      let inLetter = false;
      socket.write("220 mail ESMTP\r\n");
      socket.on("error", () => {});
      socket.on("data", (bytes) => {
        said += String(bytes);
        for (let end = said.indexOf("\r\n"); end >= 0; end = said.indexOf("\r\n")) {
          const line = said.slice(0, end);
          said = said.slice(end + 2);
          if (inLetter) {
            letters[letters.length - 1] += `${line}\n`;
            inLetter = line !== ".";
            if (inLetter) continue;
          }
          if (line === "DATA") {
            letters.push("");
            inLetter = true;
          }
          socket.write(inLetter ? "354 go on\r\n" : "250 OK\r\n");
        }
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    try {
      await open(page, "/admin/settings");
      await page.getByRole("textbox", { name: "Mail server" }).fill("127.0.0.1");
      await page.getByRole("textbox", { name: "Port" }).fill(String((server.address() as AddressInfo).port));
      await page.getByRole("combobox", { name: "Encryption" }).selectOption("None");
      await page.getByRole("textbox", { name: "Sender" }).fill("bond@example.com");
      await page.getByRole("textbox", { name: "Domains that may receive mail" }).fill("example.com");
      await page.getByRole("button", { name: "Save" }).click();
      const confirm = page.getByRole("dialog", { name: "Save these settings?" });
      await confirm.getByLabel("Your password").fill(PASSWORD);
      await confirm.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("The settings are saved.")).toBeVisible();
      await page.getByRole("button", { name: "Send a test message" }).click();
      const dialog = page.getByRole("dialog", { name: "Send a test message" });
      await expect(dialog.getByLabel("To")).toHaveValue(ADA.login);
      await checkPage(page, "desktop", "a test message");
      await dialog.getByRole("button", { name: "Send" }).click();
      await expect(page.getByText(`The mail server took a message to ${ADA.login}.`)).toBeVisible();
      expect(letters).toHaveLength(1);
      expect(letters[0]).toContain(`To: ${ADA.login}`);
    } finally {
      server.close();
    }
  });

  test("shows what only the server decides in a tab of its own", async ({ page }) => {
    await open(page, "/admin/server");
    const settings = page.getByRole("table", { name: "Server settings" });
    await page.getByLabel("Search settings").fill("dormant");
    await expect(settings.getByRole("row", { name: /^dormant_days / })).toContainText("default");
    await page.getByLabel("Only what is set").check();
    await expect(page.getByText("No setting matches")).toBeVisible();
    await page.getByLabel("Search settings").fill("");
    await expect(settings.getByRole("row", { name: /^data_dir / })).toBeVisible();
    await checkPage(page, "desktop", "what the server decides");
  });

  test("begins the year of the filter with another month", async ({ page }) => {
    const month = page.getByRole("combobox", { name: "First month of the year" });
    for (const [name, start] of [
      ["April", "Apr 1"],
      ["January", "Jan 1"],
    ] as const) {
      await open(page, "/admin/settings");
      await month.selectOption(name);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("The settings are saved.")).toBeVisible();
      await page.getByRole("link", { name: "Program Monitor" }).click();
      await expect(page.getByRole("button", { name: new RegExp(`^This year\\s+${start}\\b`) })).toBeVisible();
    }
  });

  test("begins the weeks of calendars with another day", async ({ page }) => {
    const weekday = page.getByRole("combobox", { name: "First day of the week" });
    for (const name of ["Monday", "Sunday"]) {
      await open(page, "/admin/settings");
      await weekday.selectOption(name);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("The settings are saved.")).toBeVisible();
      await page.getByRole("link", { name: "Program Monitor" }).click();
      const period = await openPeriod(page);
      await period.getByRole("button", { name: "Custom" }).click();
      await period.getByRole("button", { name: /^Start date/ }).click();
      const calendar = page.getByRole("dialog", { name: "Start date" });
      // The calendar hides the row from screen readers: each day's name has its weekday.
      await expect(calendar.locator("thead th").first()).toHaveAttribute("aria-label", name);
      await expect(calendar.locator("tbody button").first()).toHaveAccessibleName(new RegExp(name));
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    }
  });

  test("turns a module of the program off and on again", async ({ page }) => {
    const emails = page.getByRole("checkbox", { name: /^Emails Dashboard/ });
    const link = page.getByRole("link", { name: "Emails Dashboard" });
    const confirm = async () => {
      const dialog = page.getByRole("dialog", { name: "Save these settings?" });
      await expect(dialog).toContainText("They decide what others can open: Modules of the program.");
      await dialog.getByLabel("Your password").fill(PASSWORD);
      await dialog.getByRole("button", { name: "Save" }).click();
    };
    await open(page, "/admin/settings");
    await expect(link).toBeVisible();
    await emails.click();
    await page.getByRole("button", { name: "Save" }).click();
    await confirm();
    await expect(link).toHaveCount(0);
    await open(page, "/emails-dashboard/schedule");
    await expect(page.getByText("This program does not use the Emails Dashboard.")).toBeVisible();
    await checkPage(page, "desktop", "a screen that the program does not use");
    await open(page, "/admin/settings");
    await expect(emails).not.toBeChecked();
    await emails.click();
    await page.getByRole("button", { name: "Save" }).click();
    await confirm();
    await expect(link).toBeVisible();
  });
});

test.describe("others", () => {
  test.use({ signedIn: false });

  test("neither find the administration nor open it", async ({ page }) => {
    await enter(page, ANN);
    await open(page, "/executive-summary");
    await expect(page.getByRole("link", { name: "Administration" })).toHaveCount(0);
    for (const path of ["/admin", ...Object.keys(PAGES)]) await goTo(page, path, "Access not available");
    await checkPage(page, "desktop", "an administration page without the permission");
  });
});
