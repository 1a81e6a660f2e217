import { BASE } from "../../api/base";
import { type Answering, ApiError } from "../../api/client";
import { LINK_CHOICES } from "../../api/linkChoices";
import type { ErrorBody, LinkCall, LinkQuestion, SharedScreen } from "../../generated/wire";

type Given = { readonly visit?: string; readonly signal?: AbortSignal | undefined };

/**
 * Calls the server for a visitor: without cookies, and with the bearer of the visit, which only this page's memory has.
 *
 * @throws {ApiError} as `call`
 */
async function post<T>(path: string, body: unknown, { visit, signal }: Given = {}): Promise<T> {
  const headers = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
  if (visit) headers.set("Authorization", `Bearer ${visit}`);
  const sent = { method: "POST", headers, body: JSON.stringify(body), credentials: "omit" } as const;
  let response: Response;
  try {
    response = await fetch(`${BASE}/api/v1/shared/${path}`, { ...sent, signal: signal ?? null });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, null);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, answer as ErrorBody | null);
  return answer as T;
}

/** Opens a link. */
export function openLink(secret: string, password?: string): Promise<SharedScreen> {
  return post<SharedScreen>("open", password === undefined ? { secret } : { secret, password });
}

type Body = Readonly<Record<string, unknown>>;

const isSame = (call: LinkCall, body: Body, names: readonly (keyof LinkCall)[]) =>
  names.every((name) => (call[name] ?? null) === (body[name] ?? null));

/**
 * The question that stands for a call of the page: the number of a call of the link, never a filter. Null where the link
 * has no such call.
 */
export function questionOf(calls: readonly LinkCall[], path: string, body: unknown): LinkQuestion | null {
  const given = (body ?? {}) as Body;
  const at = (matches: (call: LinkCall) => boolean) => calls.findIndex(matches);
  const same = at((call) => call.path === path && isSame(call, given, LINK_CHOICES));
  if (same >= 0) return { call: same };
  // A list asks for all of its rows: alone, or with the others where the call answers no block alone.
  const [, whole, block] = /^(.*)\/breakdown\/([^/]+)$/.exec(path) ?? [];
  const isWhole = !given.recordCount;
  const all = at((call) => call.path === (whole === undefined ? path : `${whole}/breakdowns`));
  if (isWhole && all >= 0 && (block !== undefined || calls[all]?.recordCount !== undefined))
    return { call: all, allRows: true, ...(block === undefined ? {} : { block }) };
  // Another release may ask in another way than the one that made the link.
  const near = at((call) => call.path === path);
  return near < 0 ? null : { call: near };
}

/** What the page asks for that it knows from the opening. */
const KNOWN: Readonly<Record<string, (shown: SharedScreen) => unknown>> = {
  "api/v1/program": ({ program }) => program,
  "api/v1/dashboard/users/userGroups": ({ groups }) => groups,
  "api/v1/annotations": () => ({ annotations: [], corrections: [] }),
};

/**
 * How the calls of a shared screen are answered. Any other call is refused here; the server would refuse it, too.
 *
 * @param reopen opens the link again once the visit is over
 * @param onGone the link stopped working meanwhile
 */
export function answersOf(
  shown: SharedScreen,
  reopen: () => Promise<SharedScreen>,
  onGone: () => void,
): Answering {
  let visit = shown.visit;
  return async <T>(_method: unknown, path: string, body: unknown, signal: AbortSignal | undefined) => {
    const known = KNOWN[path];
    if (known) return known(shown) as T;
    const question = questionOf(shown.calls, path, body);
    if (!question) throw new ApiError(403, null);
    const ask = () => post<T>("answer", question, { visit, signal });
    try {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        visit = (await reopen()).visit;
        return await ask();
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) onGone();
      throw error;
    }
  };
}
