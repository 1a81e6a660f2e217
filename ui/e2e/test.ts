import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import { randomHex, seal } from "../src/api/session/sealed";
import { addUser, PASSWORD, type User } from "./bond";

export { expect };

/** The state of a browser without a session. */
export const NOBODY = { cookies: [], origins: [] };

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/**
 * Requests that are expected to fail: the browser itself logs such responses to the console. A path that ends with a
 * slash stands for all calls below it.
 */
export type Refusal = { readonly status: number; readonly path: string };

type Options = {
  /** Whether the test starts with a session; true by default. */
  signedIn: boolean;
};

type Fixtures = {
  /** Calls the server as a script would. */
  api: <T>(path: string, body?: unknown) => Promise<T>;
  /** Expects responses with this status for this path, or for all paths below it if it ends with a slash. */
  expectFailure: (status: number, path: string) => void;
  refusals: Refusal[];
  /** The origins that the page may ask: its own. */
  origins: string[];
};

type WorkerFixtures = {
  /** Where the program is. */
  address: string;
  user: User;
  /** A session of the user, begun when a test first asks for it. */
  session: () => Promise<Session>;
};

/** Signs in on the sign-in page. */
export async function signIn(page: Page, user: User, password = PASSWORD): Promise<void> {
  await page.getByLabel("Login").fill(user.login);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** What the page stores of a new session, whose cookie `request` keeps. */
async function beginSession(request: APIRequestContext, { login }: User): Promise<[string, string][]> {
  const data = { grant_type: "password", username: login, password: PASSWORD };
  const answer = await request.post("/api/auth/login", { data });
  expect(answer.status(), login).toBe(200);
  const { token, user } = await answer.json();
  return [
    ["dsb_token", token],
    ["dsb_user", seal(user)],
    ["dsb_client", randomHex(16)],
    ["dsb_clock", "0"],
  ];
}

/** Gives a page the session of a user, without the sign-in page, which has tests of its own. No screen is open then. */
export async function enter(page: Page, user: User): Promise<void> {
  // A session that is there would have to prove where the call comes from.
  await page.context().clearCookies();
  const stored = await beginSession(page.request, user);
  await page.goto("/healthz");
  await page.evaluate((all) => {
    for (const [name, value] of all) localStorage.setItem(name, value);
  }, stored);
}

const isOf = (path: string, expected: string): boolean =>
  expected.endsWith("/") ? path.startsWith(expected) : path === expected;

/** Records errors on every page of a test. */
async function watch(
  context: BrowserContext,
  origins: readonly string[],
  refusals: readonly Refusal[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  const isMeant = (text: string, url: string) =>
    refusals.some(
      ({ status, path }) =>
        text.startsWith("Failed to load resource") &&
        text.includes(`status of ${status}`) &&
        isOf(new URL(url).pathname, path),
    );
  context.on("console", (message) => {
    const { url } = message.location();
    if (!["error", "warning"].includes(message.type()) || isMeant(message.text(), url)) return;
    faults.push(`console ${message.type()}: ${message.text()} (${url})`);
  });
  context.on("weberror", (error) => faults.push(`uncaught: ${error.error().stack}`));
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:" && !origins.includes(origin))
      faults.push(`request to another host: ${request.url()}`);
  });
  await context.exposeBinding("tellOfViolation", (_, text: string) => faults.push(`refused by CSP: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { tellOfViolation } = window as unknown as { tellOfViolation: (text: string) => void };
      tellOfViolation(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
  return faults;
}

/** A test that starts signed in and fails on any recorded page error. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  signedIn: [true, { option: true }],

  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      await use(process.env.E2E_URL ?? "");
    },
    { scope: "worker" },
  ],

  baseURL: async ({ address }, use) => {
    await use(address);
  },

  user: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      await use(addUser("Ann"));
    },
    { scope: "worker" },
  ],

  session: [
    async ({ playwright, address, user }, use) => {
      let begun: Promise<Session> | undefined;
      async function begin(): Promise<Session> {
        const request = await playwright.request.newContext({ baseURL: address, storageState: NOBODY });
        const stored = (await beginSession(request, user)).map(([name, value]) => ({ name, value }));
        const { cookies } = await request.storageState();
        await request.dispose();
        return { cookies, origins: [{ origin: address, localStorage: stored }] };
      }
      await use(() => {
        begun ??= begin();
        return begun;
      });
    },
    { scope: "worker" },
  ],

  storageState: async ({ signedIn, session }, use) => {
    await use(signedIn ? await session() : undefined);
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  refusals: async ({}, use) => {
    await use([]);
  },

  expectFailure: async ({ refusals }, use) => {
    await use((status, path) => void refusals.push({ status, path }));
  },

  origins: async ({ baseURL }, use) => {
    await use([baseURL ?? ""]);
  },

  context: async ({ context, origins, refusals }, use) => {
    const faults = await watch(context, origins, refusals);
    await use(context);
    expect(faults, "page errors").toEqual([]);
  },

  api: async ({ playwright, baseURL, session }, use) => {
    const { origins } = await session();
    const token = origins[0]?.localStorage.find(({ name }) => name === "dsb_token")?.value ?? "";
    const request = await playwright.request.newContext({
      ...(baseURL ? { baseURL } : {}),
      extraHTTPHeaders: { Authorization: `Bearer ${token}` },
      // Without the session cookie, like a script.
      storageState: NOBODY,
    });
    await use(async (path, body) => {
      const answer = await (body === undefined ? request.get(path) : request.post(path, { data: body }));
      expect(answer.status(), path).toBe(200);
      return answer.json();
    });
    await request.dispose();
  },
});
