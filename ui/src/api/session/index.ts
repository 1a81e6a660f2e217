export { forgetLanguage } from "./language";
export { takeOidcReturn } from "./oidc";
export {
  mayChange,
  maySee,
  useMayExplain,
  useMayOpen,
  useMaySee,
} from "./permissions";
export { savePreferences, setPreferences } from "./preferences";
export { signOut } from "./signOut";
export { takeSsoLink } from "./ssoLink";
export { firstView, refreshUser, startSession, useSession } from "./store";
export { useReconnecting } from "./useReconnecting";
