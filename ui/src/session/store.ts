import { create } from "zustand";
import { call, onUnauthorized } from "../api/client";
import type { SessionUser } from "../api/generated/wire";
import { TOKEN_KEY } from "../api/token";
import { routeOf } from "../paths";
import { clearSession, readSession, tokenEnd, writeSession, writeUser } from "./storage";

/** Why there is no session: none was begun, the server refused it, its time ran out, it was left. */
export type SessionEnd = "none" | "refused" | "expired" | "left";

/** The session as the page knows it. A user who is null while `checking` is not known yet. */
export type Session =
  | { status: "checking"; user: null }
  | { status: "signedIn"; user: SessionUser }
  | { status: "signedOut"; user: null; end: SessionEnd };

/** The session; the guard and the header read it. */
export const useSession = create<Session>(() => ({ status: "signedOut", user: null, end: "none" }));

/** The longest time a browser's timer can hold. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

let endTimer: ReturnType<typeof setTimeout> | undefined;
let leavingPage = false;

/**
 * Resumes the session of the last visit and asks the server whether it is still valid. Call
 * once, before the page is drawn.
 */
export function startSession(): void {
  onUnauthorized(() => {
    // On the sign-in pages a 401 is an answer about the password, not about a session.
    const route = routeOf(location.pathname);
    if (route !== "login" && route !== "sso") endSession("refused");
  });
  addEventListener("storage", (event) => {
    if (event.key === TOKEN_KEY || event.key === null) followOtherTab();
  });
  // A laptop that slept through the end has a timer that is late.
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

/** Ends the session here: token and user are forgotten. */
export function endSession(end: SessionEnd): void {
  clearTimeout(endTimer);
  clearSession();
  useSession.setState({ status: "signedOut", user: null, end }, true);
}

/** Marks the end as shown to the user: from then on there is simply no session. */
export function acknowledgeEnd(): void {
  const session = useSession.getState();
  if (session.status === "signedOut") useSession.setState({ ...session, end: "none" }, true);
}

function resume(): void {
  const stored = readSession();
  if (!stored) {
    endSession("none");
    return;
  }
  // What the last visit knew of the user is drawn at once; the server's word follows.
  useSession.setState(
    stored.user ? { status: "signedIn", user: stored.user } : { status: "checking", user: null },
    true,
  );
  watchEnd(stored.token);
  if (useSession.getState().status !== "signedOut") void checkUser(stored.token);
}

async function checkUser(token: string): Promise<void> {
  const stillThis = () => readSession()?.token === token;
  try {
    const user = await call<SessionUser>("GET", "api/user/current", undefined, { counted: false });
    if (!stillThis()) return;
    writeUser(user);
    useSession.setState({ status: "signedIn", user }, true);
  } catch {
    // A call cut off because the page is being left or reloaded says nothing about the session.
    if (stillThis() && !leavingPage) endSession("refused");
  }
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
