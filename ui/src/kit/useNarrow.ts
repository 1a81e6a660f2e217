import { NARROW } from "./theme/widths";
import { useMedia } from "./useMedia";

/** Whether the page is too narrow for the sidebar. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}
