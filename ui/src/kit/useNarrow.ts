import { useMedia } from "./useMedia";

/** Below this width the sidebar becomes a menu; the style sheets repeat the value. */
const NARROW = "(max-width: 899.98px)";

/** Whether the page is too narrow for the sidebar. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}
