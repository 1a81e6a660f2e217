// Bond as other machines reach it: unencrypted and with TLS at an address of this machine, and behind the proxies of
// docs/proxies.md, with their configurations taken from there. Any refusal by the page's CSP fails a test.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { addUserTo, copyDemo, freePort, type Running, serve, start } from "./bond";
import { goTo, idle } from "./page";
import { guarded, headingOf } from "./specified";
import { expect, test as signedIn, signIn } from "./test";

const REPOSITORY = join(import.meta.dirname, "../..");
const ANN = { login: "ann", firstName: "Ann" };

/** An address of this machine by which others may know it: browsers trust it less than 127.0.0.1. */
const LAN =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.2";

/** Where Bond is, and its whole address there. */
type Place = { readonly origin: string; readonly url: string };

const test = signedIn.extend<object, { folder: string; data: string }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "bond-networks-"));
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  data: [
    async ({ folder }, use) => {
      const data = join(folder, "data");
      copyDemo(300, data);
      addUserTo(data, ANN, "USERS");
      await use(data);
    },
    { scope: "worker" },
  ],
});

test.use({
  signedIn: false,
  ignoreHTTPSErrors: true,
  launchOptions: async ({ launchOptions }, use) => {
    const rules = "--host-resolver-rules=";
    const args = (launchOptions.args ?? []).map((arg) =>
      arg.startsWith(rules) ? `${arg}, EXCLUDE ${LAN}` : arg,
    );
    await use({ ...launchOptions, args });
  },
});
// One data directory, so one server after the other.
test.describe.configure({ mode: "serial" });

/** Runs a test while Bond, and what is in front of it, run. */
async function during(running: readonly { stop: () => Promise<void> }[], work: () => Promise<void>) {
  try {
    await work();
  } finally {
    for (const one of running) await one.stop();
  }
}

async function enter(page: Page, { url }: Place): Promise<void> {
  await page.goto(`${url}/login`);
  await signIn(page, ANN);
  await expect(page).toHaveURL(`${url}/executive-summary`);
  await idle(page);
}

/** What a user does in a minute: screens by links and by their addresses, a file, the way out. */
async function visit(page: Page, place: Place): Promise<void> {
  const { origin, url } = place;
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith("data:"))
      outside.push(request.url());
  });
  await enter(page, place);
  const cookies = await page.context().cookies(url);
  const path = url.slice(origin.length);
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie.secure, cookie.name).toBe(url.startsWith("https"));
    expect(cookie.path.startsWith(path || "/"), `${cookie.name} ${cookie.path}`).toBe(true);
  }
  await page.getByRole("link", { name: "Members Dashboard" }).click();
  await idle(page);
  await page.getByRole("link", { name: /^See Breakdown of Logins/ }).click();
  await idle(page);
  await expect(page).toHaveURL(new RegExp(`^${url}/user-dashboard/logins-breakdown`));
  const saved = page.waitForEvent("download");
  await page
    .getByRole("button", { name: /^Download CSV/ })
    .first()
    .click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
  await page.reload();
  await idle(page);
  await page.getByRole("button", { name: "Account of Ann" }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(`${url}/sign-out`);
  // The server stops next: nothing may be under way.
  await page.waitForLoadState("networkidle");
  await page.goto("about:blank");
  expect(outside).toEqual([]);
}

/** The code of docs/proxies.md in a language, as it is after `changes`. */
function documented(language: string, changes: readonly (readonly [string, string])[]): string {
  const text = readFileSync(join(REPOSITORY, "docs/proxies.md"), "utf8");
  const code = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(text)?.[1];
  return changed(code ?? "", changes);
}

function changed(text: string, changes: readonly (readonly [string, string])[]): string {
  let result = text;
  for (const [from, to] of changes) {
    expect(result, from).toContain(from);
    result = result.replaceAll(from, to);
  }
  return result;
}

/** A certificate for 127.0.0.1. */
function certificate(folder: string): { file: string; key: string } {
  const [file, key] = [join(folder, "fullchain.pem"), join(folder, "privkey.pem")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", file];
  execFileSync("openssl", [...made, ...subject], { stdio: "ignore" });
  return { file, key };
}

/** Starts nginx with these server blocks. */
function nginx(folder: string, name: string, servers: string): Promise<Running> {
  const own = join(folder, name);
  mkdirSync(own);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (of) => `${of}_temp_path ${own}/${of};`,
  );
  const log = join(own, "access.log");
  writeFileSync(
    join(own, "nginx.conf"),
    `daemon off; ${process.getuid?.() === 0 ? "user root;" : ""} pid ${own}/pid; error_log stderr notice;
    events {} http { access_log ${log}; ${paths.join(" ")} ${servers} }`,
  );
  const env = { PATH: `${process.env.PATH}:/usr/sbin` };
  return start("nginx", ["-p", own, "-c", join(own, "nginx.conf")], /start worker process/, env);
}

/** Programs of the system that these tests need; without them they are skipped, which the report says. */
function needProxies(): void {
  try {
    execFileSync(join(REPOSITORY, ".ci/proxies"), { stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    test.skip(true, `the proxies cannot be installed: ${error}`);
  }
}

for (const [way, env] of [
  ["unencrypted", { BOND_INSECURE_HTTP: "true" }],
  ["with TLS", { BOND_TLS: "self-signed" }],
] as const) {
  test(`every screen at an address of the network, ${way}`, async ({ page, data, origins }) => {
    test.setTimeout(120_000);
    const server = await serve({ data, listen: "0.0.0.0:0", env });
    const url = server.url.replace(/\/\/[^:]+/, `//${LAN}`);
    origins.push(url);
    await during([server], async () => {
      await enter(page, { origin: url, url });
      for (const path of Object.keys(guarded)) {
        await goTo(page, path, headingOf(path));
        for (const button of await page.getByRole("button", { name: /What it means$/ }).all()) {
          if (!(await button.isVisible())) continue;
          await button.click();
          await page.keyboard.press("Escape");
        }
        const chart = page.locator("main canvas").first();
        if (await chart.isVisible()) await chart.hover();
      }
      await visit(page, { origin: url, url });
    });
  });
}

test("below a path behind nginx", async ({ page, folder, data, origins }) => {
  needProxies();
  const server = await serve({ data, env: { BOND_TRUSTED_PROXIES: "127.0.0.1", BOND_BASE_PATH: "/bond" } });
  const { file, key } = certificate(folder);
  const port = await freePort();
  const configuration = documented("nginx", [
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["server_name example.com", "server_name 127.0.0.1"],
    ["/etc/ssl/example/fullchain.pem", file],
    ["/etc/ssl/example/privkey.pem", key],
    ["127.0.0.1:8080", new URL(server.url).host],
  ]);
  const proxy = await nginx(folder, "below", configuration);
  const origin = `https://127.0.0.1:${port}`;
  origins.push(origin);
  await during([proxy, server], async () => {
    await visit(page, { origin, url: `${origin}/bond` });
    const log = readFileSync(join(folder, "below/access.log"), "utf8");
    expect(log).toContain("POST /bond/api/v1/");
    expect(log).not.toMatch(/" 5\d\d /);
  });
});

test("behind nginx with the configuration of the package", async ({ page, folder, data, origins }) => {
  needProxies();
  const server = await serve({ data, env: { BOND_TRUSTED_PROXIES: "127.0.0.1" } });
  const { file, key } = certificate(folder);
  const [port, plain] = [await freePort(), await freePort()];
  const packaged = readFileSync(join(REPOSITORY, "assets/packaging/nginx.conf"), "utf8");
  const configuration = changed(packaged, [
    ["    listen [::]:80;\n", ""],
    ["    listen [::]:443 ssl;\n", ""],
    ["listen 80;", `listen 127.0.0.1:${plain};`],
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["server_name bond.example.com", "server_name 127.0.0.1"],
    ["/etc/ssl/bond/fullchain.pem", file],
    ["/etc/ssl/bond/privkey.pem", key],
    ["127.0.0.1:8080", new URL(server.url).host],
  ]);
  const proxy = await nginx(folder, "packaged", configuration);
  const origin = `https://127.0.0.1:${port}`;
  origins.push(origin);
  await during([proxy, server], async () => {
    await visit(page, { origin, url: origin });
    expect((await page.request.get(`${origin}/metrics`)).status()).toBe(404);
  });
});

test("behind Caddy", async ({ page, folder, data, origins }) => {
  needProxies();
  const server = await serve({ data, env: { BOND_TRUSTED_PROXIES: "127.0.0.1" } });
  const { file, key } = certificate(folder);
  const port = await freePort();
  const site = documented("caddy", [
    // Caddy would get its certificate from an authority on the internet.
    ["bond.example.com {", `https://127.0.0.1:${port} {\n    tls ${file} ${key}`],
    ["127.0.0.1:8080", new URL(server.url).host],
  ]);
  const configuration = join(folder, "Caddyfile");
  writeFileSync(configuration, `{\n    admin off\n    auto_https disable_redirects\n}\n${site}`);
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const proxy = await start(
    "caddy",
    ["run", "--config", configuration],
    /serving initial configuration/,
    env,
  );
  const origin = `https://127.0.0.1:${port}`;
  origins.push(origin);
  await during([proxy, server], () => visit(page, { origin, url: origin }));
});
