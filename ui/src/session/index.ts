export { Guard } from "./Guard";
export { signOut } from "./signIn";
export { takeSsoLink } from "./ssoLink";
export { endSession, startSession, useSession } from "./store";
