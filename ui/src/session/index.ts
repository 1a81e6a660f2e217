export { Guard } from "./Guard";
export { Reconnecting } from "./Reconnecting";
export { useReconnecting } from "./reconnecting";
export { signOut } from "./signIn";
export { takeSsoLink } from "./ssoLink";
export { startSession, useSession } from "./store";
