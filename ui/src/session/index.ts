export { Guard } from "./Guard";
export { signOut } from "./signIn";
export { takeSsoLink } from "./ssoLink";
export { startSession, useSession } from "./store";
