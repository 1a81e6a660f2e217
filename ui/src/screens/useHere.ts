import { useLocation } from "react-router-dom";

/** The address of the page on screen, for links that lead back to it. */
export function useHere(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
