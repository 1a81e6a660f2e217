import { useSyncExternalStore } from "react";

/** Below this the sidebar is a menu; the style sheets carry the same width. */
const NARROW = "(max-width: 899.98px)";

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(NARROW);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}

/** Whether the page is too narrow for the sidebar. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}
