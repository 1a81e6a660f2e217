// The second factor, as people set it up and use it, and a forgotten password by mail. The tests have a server of their
// own, and a mail server.
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { freePort, PASSWORD, type Running, start } from "./bond";
import { checkPage, devices } from "./looks";
import { open } from "./page";
import { testsWith } from "./program";
import { enter, expect, signIn } from "./test";

const PUBLIC = "https://bond.example.com/";
const user = (name: string) => ({ login: `${name.toLowerCase()}@example.com`, firstName: name });
const [ADA, EVE, UMA, DORA, FAY] = ["Ada", "Eve", "Uma", "Dora", "Fay"].map(user) as [
  User,
  User,
  User,
  User,
  User,
];
type User = ReturnType<typeof user>;

const ROOT = resolve(import.meta.dirname, "../..");
let mailFolder = "";
let mailServer: Running;

const test = testsWith({
  users: [
    [ADA, "ROLE_ADMIN"],
    [EVE, "ROLE_ADMIN"],
    [UMA, "USERS"],
    [DORA, "USERS"],
    [FAY, "USERS"],
  ],
  settings: async (folder) => {
    const python = execFileSync(join(ROOT, ".ci/smtp"), { encoding: "utf8" }).trim();
    const port = await freePort();
    mailFolder = join(folder, "mail");
    mailServer = await start(python, [join(ROOT, ".ci/smtp.py"), String(port), mailFolder], /(ready)/);
    return {
      BOND_REQUIRE_SECOND_FACTOR: "administrators",
      BOND_PUBLIC_URL: PUBLIC,
      BOND_SMTP_HOST: "127.0.0.1",
      BOND_SMTP_PORT: String(port),
      BOND_SMTP_TLS: "none",
      BOND_MAIL_FROM: "bond@example.com",
      BOND_MAIL_DOMAINS: "example.com",
    };
  },
});

test.describe.configure({ mode: "serial" });
test.use({ signedIn: false });
test.afterAll(() => mailServer?.stop());

/** The code of an authenticator app (RFC 6238), so many steps from now. */
function code(secret: string, steps = 0): string {
  const bits = [...secret.replace(/\s/g, "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", key).update(step).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Sets a device up on the page of the account. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await open(page, "/account");
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Set up a second factor" });
  await expect(dialog.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
  const secret = await dialog.getByLabel("Or type this key into the app").inputValue();
  await dialog.getByLabel("Code from the app").fill(code(secret));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const shown = page.getByRole("dialog", { name: "Your recovery codes" });
  const codes = (await shown.getByLabel("Recovery codes").inputValue()).split("\n");
  expect(codes).toHaveLength(10);
  return { secret, codes };
}

test("a device is set up, asked for, and a recovery code helps once", async ({ page, expectFailure }) => {
  await enter(page, UMA);
  const { secret, codes } = await setUp(page);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 recovery codes left.")).toBeVisible();

  await page.goto("/login");
  await signIn(page, UMA);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Give a code");
  await expect(page.getByLabel("Code")).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem("dsb_token"))).toBeNull();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code")).toHaveAccessibleDescription("Code field is required");
  // The code that confirmed the device is not taken again.
  expectFailure(401, "/api/auth/second-factor");
  await page.getByLabel("Code").fill(code(secret, -1));
  await page.keyboard.press("Enter");
  await expect(page.getByText("The code is wrong, or was used already.")).toBeVisible();
  await page.getByLabel("Code").fill(code(secret, 1));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/executive-summary");

  await page.goto("/login?returnUrl=%2Faccount");
  await signIn(page, UMA);
  await page.getByLabel("Code").fill(codes[3] ?? "");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/account");
  await expect(page.getByText("9 recovery codes left.")).toBeVisible();
  await page.getByRole("button", { name: "Remove" }).click();
  const question = page.getByRole("dialog", { name: "Remove the second factor?" });
  await question.getByLabel("Your password").fill(PASSWORD);
  await question.getByLabel("Code").fill(codes[4] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The second factor is removed.")).toBeVisible();
  await expect(page.getByText("Not set up.")).toBeVisible();
});

test("an administrator must set one up, and resets that of another", async ({ page, expectFailure }) => {
  await page.goto("/login");
  await signIn(page, EVE);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up a second factor");
  const secret = await page.locator("code").innerText();
  expectFailure(401, "/api/auth/second-factor/confirm");
  await page.getByLabel("Code from the app").fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The code is wrong, or was used already.")).toBeVisible();
  await page.getByLabel("Code from the app").fill(code(secret));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your recovery codes");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save as a file" }).click();
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.waitForURL("**/executive-summary");

  const other = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const dora = await other?.newPage();
  if (!dora) throw new Error("no other browser");
  await enter(dora, DORA);
  await setUp(dora);
  await open(page, "/admin/users");
  await page.getByRole("button", { name: `Manage ${DORA.login}` }).click();
  const dialog = page.getByRole("dialog", { name: DORA.login, exact: true });
  await expect(dialog).toContainText("password and code");
  await dialog.getByRole("button", { name: "Reset second factor" }).click();
  await page
    .getByRole("dialog", { name: `Reset the second factor of ${DORA.login}?` })
    .getByLabel("Your password")
    .fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`The second factor of ${DORA.login} is reset.`)).toBeVisible();
  await dora.goto("/login");
  await signIn(dora, DORA);
  await dora.waitForURL("**/executive-summary");
  await other?.close();
});

/** The letters that came, each as its text. */
function letters(): string[] {
  const folder = join(mailFolder, "new");
  if (!existsSync(folder)) return [];
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  // Quoted-printable, of which a link has at most soft ends of lines and signs of equality.
  return readdirSync(folder).map((name) =>
    read(name)
      .replace(/=\r?\n/g, "")
      .replace(/=3D/g, "="),
  );
}

test("a forgotten password is chosen anew by a link in the mail", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Login").fill(FAY.login);
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await expect(page.getByLabel("Login")).toHaveValue(FAY.login);
  await page.getByRole("button", { name: "Send the link" }).click();
  const sent = "If there is such an account, an email is on its way.";
  await expect(page.getByText(sent)).toBeVisible();
  const linkIn = (letter: string) =>
    /https:\/\/bond\.example\.com(\/choose-password#[\w-]+)/.exec(letter)?.[1];
  const link = () =>
    letters()
      .filter((letter) => letter.includes(FAY.login))
      .map(linkIn)
      .find(Boolean);
  await expect.poll(link, { timeout: 20_000 }).toBeTruthy();
  await page.goto(link() ?? "");
  const field = page.getByLabel("Password (12 to 128 characters)");
  await field.fill("Password1234");
  await expect(field).toHaveAccessibleDescription(/guessed first/);
  await field.fill(FAY.login);
  await expect(field).toHaveAccessibleDescription(/little more than the login/);
  await field.fill("a wholly new password");
  await expect(field).not.toHaveAccessibleDescription(/./);
  await page.getByLabel("Repeat the password").fill("a wholly new password");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login");
  await signIn(page, FAY, "a wholly new password");
  await page.waitForURL("**/executive-summary");

  // Of nobody it says the same.
  await page.goto("/login");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByLabel("Login").fill("nobody@example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText(sent)).toBeVisible();
});

for (const locale of ["en-US", "de-DE", "es-ES"]) {
  for (const [name, size] of devices) {
    test.describe(`${locale}, ${name}`, () => {
      test.use({ ...size, locale });

      test("the steps are accessible and fit", async ({ page }) => {
        const pictures = locale.slice(0, 2);
        await page.goto("/login");
        const [login, password] = [page.locator("input").nth(0), page.locator("input").nth(1)];
        await login.fill(ADA.login);
        await password.fill(PASSWORD);
        await page.keyboard.press("Enter");
        await expect(page.locator("code")).toBeVisible();
        await checkPage(page, name, "a device to set up", `second-set-up-${pictures}`);
        await page.goto("/login");
        await page.locator("form + p button").click();
        await expect(page.locator("form input")).toHaveCount(1);
        await checkPage(page, name, "a forgotten password", `forgotten-${pictures}`);
      });
    });
  }
}
