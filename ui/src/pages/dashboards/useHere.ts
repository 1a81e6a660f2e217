import { useLocation } from "react-router-dom";

/** The current address, for links back to it. */
export function useHere(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
