import { useMedia } from "./useMedia";

/** Below this the sidebar is a menu; the style sheets carry the same width. */
const NARROW = "(max-width: 899.98px)";

/** Whether the page is too narrow for the sidebar. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}
