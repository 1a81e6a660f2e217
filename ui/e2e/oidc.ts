import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Page, test } from "@playwright/test";
import { freePort, PASSWORD, type Running, bond as run, serve, start } from "./bond";

const PROVIDER = join(import.meta.dirname, "../../.ci/oidc-provider");

/** A separate server with an OpenID Connect provider. It reads the provider's settings when it starts. */
export type WithProvider = {
  /** The address of the page, without a slash at the end. */
  readonly url: string;
  readonly provider: Running;
  /** Runs a command on the server's data. */
  readonly bond: (command: string, args: readonly string[], input?: string) => string;
  readonly stop: () => Promise<void>;
};

/**
 * Starts both; where the provider cannot be installed, the tests are skipped.
 *
 * @param base the path below which the page is, such as "/bond"
 */
export async function serveWithProvider(base = ""): Promise<WithProvider> {
  const { url, data, bond, serveWith } = await prepared(base);
  const provider = await startProvider(url);
  const env = {
    BOND_PUBLIC_URL: url,
    BOND_BASE_PATH: base,
    BOND_OIDC_ISSUER: provider.said,
    BOND_OIDC_CLIENT_ID: "bond",
    BOND_OIDC_CLIENT_SECRET: "a secret for trials",
    BOND_OIDC_LABEL: "Company login",
    BOND_OIDC_ROLES: "admins=ROLE_ADMIN,staff=USERS",
    BOND_OIDC_ADD_USERS: "true",
    BOND_OIDC_SIGN_OUT: "true",
    BOND_SSO_CONFIRM: "true",
  };
  const server = await serveWith(env);
  async function stop(): Promise<void> {
    await server.stop();
    await provider.stop();
    rmSync(join(data, ".."), { recursive: true, force: true });
  }
  return { url, provider, bond, stop };
}

/** Starts a server with two providers, whose buttons are "Company login" and "Partner login". */
export async function serveWithTwo(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { url, data, serveWith } = await prepared();
  const [company, partner] = await Promise.all([startProvider(url), startProvider(url)]);
  const table = (name: string, label: string, issuer: string) =>
    [
      `[oidc.${name}]`,
      `issuer = "${issuer}"`,
      'client_id = "bond"',
      'client_secret = "a secret for trials"',
      `label = "${label}"`,
      'roles = "staff=USERS"',
      "add_users = true",
      "sign_out = true",
    ].join("\n");
  const tables = [
    table("company", "Company login", company.said),
    table("partner", "Partner login", partner.said),
  ];
  writeFileSync(join(data, "bond.toml"), [`public_url = "${url}"`, ...tables, ""].join("\n"));
  const server = await serveWith({});
  async function stop(): Promise<void> {
    await server.stop();
    await Promise.all([company.stop(), partner.stop()]);
    rmSync(join(data, ".."), { recursive: true, force: true });
  }
  return { url, stop };
}

const startProvider = (url: string) =>
  start("node", [join(PROVIDER, "provider.mjs"), "--bond", url], /is ready: (\S+)/);

/** A data directory with an administrator, and what serves it. */
async function prepared(base = "") {
  try {
    execFileSync(join(PROVIDER, "install"), { stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    test.skip(true, `the provider cannot be installed: ${error}`);
  }
  test.setTimeout(120_000);
  const data = join(mkdtempSync(join(tmpdir(), "bond-oidc-")), "data");
  const bond: WithProvider["bond"] = (command, args, input = "") => run([command, ...args], input, data);
  const listen = `127.0.0.1:${await freePort()}`;
  const url = `http://${listen}${base}`;
  bond("user add", ["--first-name", "Bob", "--role", "ROLE_ADMIN", "--password-stdin", "bob"], PASSWORD);
  return { url, data, bond, serveWith: (env: Record<string, string>) => serve({ data, listen, env }) };
}

/** From the sign-in page to the provider, through its forms and back. */
export async function signInAs(page: Page, login: string, button = "Company login"): Promise<void> {
  await page.getByRole("link", { name: button }).click();
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}
