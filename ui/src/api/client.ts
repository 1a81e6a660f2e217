import type { CallsOfOne, ErrorBody, FixedCalls } from "../generated/wire";
import { BASE } from "./base";
import { block, isQuiet } from "./blocking";
import { watchDataVersion } from "./dataVersion";
import { readToken } from "./token";

/** A call that failed: the server returned an error, or (status 0) did not answer. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** The HTTP status; 0 without an answer. */
    readonly status: number,
    /** The server's error body; null if the answer has another form. */
    readonly body: ErrorBody | null,
  ) {
    super(body?.message ?? `HTTP status ${status}`);
  }
}

/** The methods of the server's calls. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Options of {@link call}. */
export type CallOptions = {
  signal?: AbortSignal;
  /** Whether the loading overlay covers the page until the answer is there. */
  blocking?: boolean;
  /**
   * Whether the page makes the call by itself, to look for news: it never blocks the page, and does not prolong the session,
   * which ends as if the page were closed.
   */
  news?: boolean;
};

let unauthorized: (error: ApiError) => void = () => {};

/**
 * Sets the handler of 401 answers. The session registers itself here, so that calls do not depend on
 * sessions. The call is rejected all the same.
 */
export function onUnauthorized(handler: (error: ApiError) => void): void {
  unauthorized = handler;
}

/** How calls are answered. */
export type Answering = <T>(
  method: Method,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
  more?: Readonly<Record<string, string>>,
) => Promise<T>;

let answering: Answering = answer;

/** Has all calls answered in another way: a page that a link shows has no session. */
export function answerBy(other: Answering): void {
  answering = other;
}

type OfOne<C extends string, K = CallsOfOne> = K extends { readonly call: infer P }
  ? C extends P
    ? K
    : never
  : never;

/** The body and the answer of a call, as the server declares them. Parameters after the question mark make no difference. */
type CallOf<C extends string> = C extends `${infer Path}?${string}`
  ? CallOf<Path>
  : C extends keyof FixedCalls
    ? FixedCalls[C]
    : OfOne<C>;

/** What is sent is not changed meanwhile. */
type Sent<T> = T extends readonly (infer E)[]
  ? readonly Sent<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Sent<T[K]> }
    : T;

/** The body of a call. */
export type BodyOf<M extends Method, P extends string> = Sent<CallOf<`${M} ${P}`>["body"]>;
/** The answer to a call. */
export type AnswerOf<M extends Method, P extends string> = CallOf<`${M} ${P}`>["answer"];

/**
 * Calls the server and returns the JSON body. A path that the server does not have, and another body than it takes, do not
 * compile.
 *
 * @param path without the leading slash, for example "api/v1/bond/score"
 * @throws {ApiError} for every answer that is not a success, and without an answer
 * @throws {DOMException} AbortError when the signal aborts
 */
export function call<M extends Method, P extends string>(
  method: M,
  path: P,
  body: BodyOf<M, P>,
  options?: CallOptions,
): Promise<AnswerOf<M, P>> {
  return callDeclared(method, path, body, options);
}

/** As {@link call}, for what declared screens ask: `generated/calls.ts` has the types of their answers, by path. */
export async function callDeclared<T>(
  method: Method,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<T> {
  const { signal, blocking = false, news = false } = options;
  const unblock = blocking && !news && !isQuiet() ? block() : undefined;
  try {
    return await answering<T>(method, path, body, signal, news ? NEWS : {});
  } finally {
    unblock?.();
  }
}

/** The header of calls that look for news. */
const NEWS: Readonly<Record<string, string>> = { "Bond-News": "1" };

async function answer<T>(
  method: Method,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
  more?: Readonly<Record<string, string>>,
): Promise<T> {
  const response = await fetched(method, path, body, signal, more);
  const text = await response.text();
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

/** The header with the number under which the progress of a file can be asked for. */
const FILE_NUMBER = "Bond-Export-Id";

/**
 * Calls the server as {@link call} does, with POST where there is a body, and returns an answer that is a file.
 *
 * @param number under which its progress can be asked for
 */
export async function callForFile(
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  number?: number,
): Promise<Blob> {
  const more: Record<string, string> = number === undefined ? {} : { [FILE_NUMBER]: String(number) };
  return (await fetched(body === undefined ? "GET" : "POST", path, body, signal, more)).blob();
}

async function fetched(
  method: Method,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const token = readToken();
  const headers = headersFor(method, token, body !== undefined);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const noteVersion = watchDataVersion();
  const response = await send(path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    credentials: "same-origin",
    signal: signal ?? null,
  });
  noteVersion(response.headers);
  if (!response.ok) throw refusal(response.status, await bodyOf(response), token);
  return response;
}

/** The error of an answer that is not a success. */
export function refusal(status: number, body: unknown, token: string | null): ApiError {
  const error = new ApiError(status, isErrorBody(body) ? body : null);
  // An answer to a call made with an earlier token says nothing about the current session.
  if (status === 401 && token === readToken()) unauthorized(error);
  return error;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${BASE}/${path}`, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, null);
  }
}

/** The headers of a call. */
export function headersFor(method: string, token: string | null, hasBody: boolean): Headers {
  const headers = new Headers({ Accept: "application/json" });
  if (hasBody) headers.set("Content-Type", "application/json");
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const forgery = method === "GET" ? null : cookie("XSRF-TOKEN");
  if (forgery) headers.set("X-XSRF-TOKEN", forgery);
  return headers;
}

let cookies: string | null = null;

/** The cookies. Reading them waits for another process, so the calls of one task share what was read. */
function readCookies(): string {
  if (cookies === null) {
    cookies = document.cookie;
    queueMicrotask(() => {
      cookies = null;
    });
  }
  return cookies;
}

function cookie(name: string): string | null {
  for (const pair of readCookies().split("; ")) {
    const [key, ...value] = pair.split("=");
    if (key === name) return decodeURIComponent(value.join("="));
  }
  return null;
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** Proxies answer in HTML: only an object with an error comes from the server itself. */
function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "error" in body;
}
