// Programs of their own, for tests that would disturb others or need other data, users or settings.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addUserTo, bond, copyDemo, type Server, serve, type User } from "./bond";
import { test as base } from "./test";

/** Files of one load by name, and further words of `bond import`. */
type Load = { readonly files: Readonly<Record<string, string>>; readonly words?: readonly string[] };

type Settings = Readonly<Record<string, string>>;

/** What a program has. */
type Contents = {
  /** Who can sign in, with a role each. */
  readonly users: readonly (readonly [user: User, role: string])[];
  /** The members of its demo. Without one it is empty but for its loads. */
  readonly demo?: number;
  readonly loads?: readonly Load[];
  /** Its settings, by the names of their variables; they may name the program's folder. */
  readonly settings?: (folder: string) => Settings | Promise<Settings>;
};

/** A program that is served, with the folder that only it uses. */
export type Program = Server & { readonly data: string; readonly folder: string };

/** Makes a program and serves it while it is used. */
export async function withProgram(
  { users, demo, loads = [], settings = () => ({}) }: Contents,
  use: (program: Program) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bond-program-"));
  const data = join(folder, "data");
  if (demo) copyDemo(demo, data);
  for (const [user, role] of users) addUserTo(data, user, role);
  for (const { files, words = [] } of loads) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    bond(["import", ...words, ...Object.keys(files).map((name) => join(folder, name))], "", data);
  }
  const server = await serve({ data, env: await settings(folder) });
  try {
    await use({ ...server, data, folder });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Tests that share a program of their own, signed in as its first user. A file in which one worker runs all tests, mode
 * `default`, needs one such program.
 */
export function testsWith(contents: Contents) {
  return base.extend<object, { program: Program }>({
    program: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
      async ({}, use) => withProgram(contents, use),
      { scope: "worker", timeout: 120_000 },
    ],
    address: [async ({ program }, use) => use(program.url), { scope: "worker" }],
    user: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
      async ({}, use) => {
        await use(contents.users[0]?.[0] ?? { login: "nobody", firstName: "Nobody" });
      },
      { scope: "worker" },
    ],
  });
}
