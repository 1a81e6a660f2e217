import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";

/** The password of every user in these tests. */
export const PASSWORD = "a long password";

/** A user who can sign in. */
export type User = { readonly login: string; readonly firstName: string };

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start the tests with \`make end-to-end\``);
  return value;
}

/** Runs a command of Bond on the data directory of these tests. */
export function bond(args: readonly string[], input = ""): string {
  const [command = "", ...rest] = args;
  const words = command.split(" ");
  return execFileSync(setting("E2E_BOND"), [...words, "--data-dir", setting("E2E_DATA"), ...rest], {
    encoding: "utf8",
    input,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Adds a user for one test, so that tests do not share sessions or failed sign-ins. */
export function addUser(firstName = "Ann", role = "USERS"): User {
  const login = `${firstName}-${randomBytes(6).toString("hex")}@example.com`.toLowerCase();
  bond(["user add", "--first-name", firstName, "--role", role, "--password-stdin", login], PASSWORD);
  return { login, firstName };
}

/** A server of a test. */
export type Server = {
  readonly url: string;
  /** All that it has printed so far. */
  said(): string;
  stop(): Promise<void>;
};

/** Starts a server on a free port. @param data its data directory, by default that of these tests */
export async function serve(data = setting("E2E_DATA")): Promise<Server> {
  const server = spawn(setting("E2E_BOND"), ["serve", "--data-dir", data, "--listen", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const ended = new Promise<never>((_, reject) => {
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`bond serve ended with ${code}:\n${said}`)));
  });
  const url = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      said += chunk;
      const address = /Bond is ready at (http:\/\/[\d.:]+)\//.exec(said)?.[1];
      if (address) resolve(address);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
  });
  return {
    url: await Promise.race([url, ended]),
    said: () => said,
    async stop() {
      const gone = ended.catch(() => undefined);
      server.kill("SIGTERM");
      await gone;
    },
  };
}
