import { create } from "zustand";
import type { FirstView, SessionUser } from "../../generated/wire";
import { withoutBase } from "../base";
import { ApiError, call, onUnauthorized } from "../client";
import { routeOf } from "../paths";
import { TOKEN_KEY } from "../token";
import { clearSession, readSession, tokenEnd, writeSession, writeUser } from "./storage";
import { setReconnecting } from "./useReconnecting";

/** Why there is no session: none was started, the server refused it, it expired, the user signed out. */
export type SessionEnd = "none" | "refused" | "expired" | "left";

/** The session as the page knows it. While `checking`, a null user is not known yet. */
export type Session =
  | { status: "checking"; user: null }
  | { status: "signedIn"; user: SessionUser }
  | { status: "signedOut"; user: null; end: SessionEnd };

/** The session; the guard and the header read it. */
export const useSession = create<Session>(() => ({ status: "signedOut", user: null, end: "none" }));

/** The longest delay of a browser's timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The delays between attempts to load the user; the last one repeats. */
const RETRY_MS = [1000, 2000, 5000, 15_000] as const;

let endTimer: ReturnType<typeof setTimeout> | undefined;
let leavingPage = false;
/** The number of checks started: a new one ends the one before. */
let checks = 0;

/**
 * Resumes the session of the last visit and asks the server whether it is still valid. Call
 * once, before the page is drawn.
 */
export function startSession(): void {
  onUnauthorized((error) => {
    // On the sign-in pages a 401 concerns the password, not a session.
    const route = routeOf(withoutBase(location.pathname));
    if (route !== "login" && route !== "sso" && route !== "oidc") endSession(endOf(error));
  });
  addEventListener("storage", (event) => {
    if (event.key === TOKEN_KEY || event.key === null) followOtherTab();
  });
  // The timer is late on a laptop that was asleep at the expiry.
  document.addEventListener("visibilitychange", () => endIfOver());
  addEventListener("pagehide", () => {
    leavingPage = true;
  });
  addEventListener("beforeunload", () => {
    leavingPage = true;
  });
  addEventListener("pageshow", () => {
    leavingPage = false;
  });
  resume();
}

/** Starts a session from the answer to a sign-in. */
export function beginSession(token: string, user: SessionUser): void {
  writeSession(token, user);
  useSession.setState({ status: "signedIn", user }, true);
  watchEnd(token);
}

/** Ends the session in the browser: token and user are deleted. */
export function endSession(end: SessionEnd): void {
  clearTimeout(endTimer);
  setReconnecting(false);
  clearSession();
  useSession.setState({ status: "signedOut", user: null, end }, true);
}

/** Marks the end as shown to the user: from then on its reason is "none". */
export function acknowledgeEnd(): void {
  const session = useSession.getState();
  if (session.status === "signedOut") useSession.setState({ ...session, end: "none" }, true);
}

/** Changes what the page knows of the session's user, and remembers it for the next visit. */
export function updateUser(part: Partial<SessionUser>): void {
  const session = useSession.getState();
  if (session.status !== "signedIn") return;
  const user = { ...session.user, ...part };
  writeUser(user);
  useSession.setState({ status: "signedIn", user }, true);
}

/** The saved view that opens after signing in. */
export function firstView(): FirstView | undefined {
  return useSession.getState().user?.firstView;
}

/** Asks for the session's user anew, whose name or roles have changed. */
export function refreshUser(): void {
  const stored = readSession();
  if (stored) void checkUser(stored.token);
}

function resume(): void {
  const stored = readSession();
  if (!stored) {
    endSession("none");
    return;
  }
  // The stored user is drawn at once, then replaced by the server's answer.
  useSession.setState(
    stored.user ? { status: "signedIn", user: stored.user } : { status: "checking", user: null },
    true,
  );
  watchEnd(stored.token);
  if (useSession.getState().status !== "signedOut") void checkUser(stored.token);
}

/** Why the server did not accept the token. A session expires after its lifetime, or after hours without a call. */
function endOf({ body }: ApiError): SessionEnd {
  return body?.code === "session_expired" ? "expired" : "refused";
}

/**
 * Requests the user until the server answers. A restarting server or a lost network says nothing about
 * the session; only a 401 does.
 */
async function checkUser(token: string): Promise<void> {
  const check = ++checks;
  const stillThis = () => check === checks && readSession()?.token === token;
  for (let failures = 0; stillThis(); failures++) {
    try {
      const user = await call("GET", "api/user/current", undefined);
      if (!stillThis()) return;
      setReconnecting(false);
      writeUser(user);
      useSession.setState({ status: "signedIn", user }, true);
      return;
    } catch (error) {
      if (!stillThis()) return;
      if (error instanceof ApiError && error.status === 401) {
        endSession(endOf(error));
        return;
      }
      // A call cut off because the page is being left or reloaded is no failure.
      if (!leavingPage) setReconnecting(true);
      await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0);
    }
  }
}

/** Waits for a time, or until the network is back. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener("online", over);
      resolve();
    };
    const timer = setTimeout(over, milliseconds);
    addEventListener("online", over);
  });
}

function followOtherTab(): void {
  const stored = readSession();
  if (!stored) endSession("left");
  else resume();
}

function watchEnd(token: string): void {
  clearTimeout(endTimer);
  const end = tokenEnd(token);
  if (end === null) return;
  const left = end - Date.now();
  if (left <= 0) endSession("expired");
  else endTimer = setTimeout(() => watchEnd(token), Math.min(left, LONGEST_TIMER_MS));
}

function endIfOver(): void {
  const stored = readSession();
  if (stored && document.visibilityState === "visible") watchEnd(stored.token);
}
