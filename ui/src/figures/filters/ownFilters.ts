import { useSession } from "../../api/session";

/** The filters that the session's user wants dashboards to open with, as in an address; null where none are set. */
export function ownFilters(): string | null {
  return useSession.getState().user?.preferences.filters ?? null;
}

/** As {@link ownFilters}, for components. */
export function useOwnFilters(): string | null {
  return useSession(({ user }) => user?.preferences.filters ?? null);
}
