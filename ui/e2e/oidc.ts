import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
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
  const provider = await start("node", [join(PROVIDER, "provider.mjs"), "--bond", url], /is ready: (\S+)/);
  bond("user add", ["--first-name", "Bob", "--role", "ROLE_ADMIN", "--password-stdin", "bob"], PASSWORD);
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
  const server = await serve({ data, listen, env });
  async function stop(): Promise<void> {
    await server.stop();
    await provider.stop();
    rmSync(join(data, ".."), { recursive: true, force: true });
  }
  return { url, provider, bond, stop };
}

/** From the sign-in page to the provider, through its forms and back. */
export async function signInAs(page: Page, login: string): Promise<void> {
  await page.getByRole("link", { name: "Company login" }).click();
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}
