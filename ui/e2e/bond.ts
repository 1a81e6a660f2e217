import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** The password of every user in these tests. */
export const PASSWORD = "a long password";

/** A user who can sign in. */
export type User = { readonly login: string; readonly firstName: string };

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start the tests with \`make end-to-end\``);
  return value;
}

/** Runs a command of Bond on a data directory; without one, on that of these tests. */
export function bond(args: readonly string[], input = "", data = setting("E2E_DATA")): string {
  const [command = "", ...rest] = args;
  const words = command.split(" ");
  return execFileSync(setting("E2E_BOND"), [...words, "--data-dir", data, ...rest], {
    encoding: "utf8",
    input,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Adds a user for one test, so that tests do not share sessions or failed sign-ins. */
export function addUser(firstName = "Ann", role = "USERS"): User {
  const login = `${firstName}-${randomBytes(6).toString("hex")}@example.com`.toLowerCase();
  const user = { login, firstName };
  addUserTo(setting("E2E_DATA"), user, role);
  return user;
}

/** Adds a user to the program in a data directory. */
export function addUserTo(data: string, { login, firstName }: User, role: string): void {
  const words = ["user add", "--first-name", firstName, "--role", role, "--password-stdin", login];
  bond(words, PASSWORD, data);
}

/** Copies a demo with so many members to a data directory. Each demo is made once for all tests. */
export function copyDemo(members: number, data: string): void {
  const demo = join(setting("E2E_DEMOS"), String(members));
  if (!existsSync(demo)) {
    const made = mkdtempSync(`${demo}-`);
    bond(["demo", "--members", String(members), "--no-serve"], "", made);
    // Another worker may have been faster.
    if (existsSync(demo)) rmSync(made, { recursive: true });
    else renameSync(made, demo);
  }
  // A server makes its disk reserve again.
  cpSync(demo, data, { recursive: true, filter: (path) => !path.endsWith("/reserve.bin") });
}

/** A process that runs beside a test. */
export type Running = {
  /** What its output said. */
  readonly said: string;
  /** All of its output so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

/** Starts a program; it runs once its output matches `ready`, of which the first group is what it said. */
export async function start(
  command: string,
  args: readonly string[],
  ready: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const started = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<never>((_, reject) => {
    started.once("error", reject);
    started.once("exit", (code) => reject(new Error(`${command} ended with ${code}:\n${output}`)));
  });
  const said = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = ready.exec(output);
      if (found) resolve(found[1] ?? "");
    };
    started.stdout.on("data", read);
    started.stderr.on("data", read);
  });
  return {
    said: await Promise.race([said, ended]),
    output: () => output,
    async stop() {
      const gone = ended.catch(() => undefined);
      // Its data are thrown away: to end in order, a server waits two seconds for the connections of the browser.
      started.kill("SIGKILL");
      await gone;
    },
  };
}

/** How a server is started. */
type Serving = {
  readonly data?: string;
  readonly listen?: string;
  /** Settings, by the names of their variables. */
  readonly env?: Readonly<Record<string, string>>;
};

/** A server, with its address. */
export type Server = Omit<Running, "said"> & { readonly url: string };

/** Starts a server, on a free port unless told otherwise. */
export async function serve({ data, listen = "127.0.0.1:0", env }: Serving = {}): Promise<Server> {
  const args = ["serve", "--data-dir", data ?? setting("E2E_DATA"), "--listen", listen];
  const { said: url, ...running } = await start(
    setting("E2E_BOND"),
    args,
    /Bond is ready at (https?:\/\/[^\s/]+)/,
    env,
  );
  return { url, ...running };
}

/** A port of 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
