import { call } from "../client";
import { endSession } from "./store";

/** Signs out: in the browser at once, on the server when the call arrives. */
export async function signOut(): Promise<void> {
  // The call needs the token, so it starts before the token is deleted; it is not awaited,
  // because signing out must not depend on the network.
  const logout = call("POST", "api/auth/logout", undefined);
  endSession("left");
  await logout.catch(() => undefined);
}
