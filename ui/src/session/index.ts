export { Guard } from "./Guard";
export { takeOidcReturn } from "./oidc";
export { mayChange, maySee, useMayOpen, useMaySee } from "./permissions";
export { Reconnecting } from "./Reconnecting";
export { signOut } from "./signIn";
export { takeSsoLink } from "./ssoLink";
export { startSession, useSession } from "./store";
export { useReconnecting } from "./useReconnecting";
