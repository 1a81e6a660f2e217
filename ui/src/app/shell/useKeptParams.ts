import { useLocation } from "react-router-dom";
import { OPEN_PARAM, POLL_PARAM, SAVED_PARAM, VIEW_PARAM } from "../../api/paths";
import { FROM_PAGE_PARAM } from "../../figures/filters/codec";

/** The query parameters that a link to another screen preserves. */
export function useKeptParams(): URLSearchParams {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  // These belong to the current screen: the page it was opened from, the choices in its blocks, its saved view, the
  // causes that are opened, the chosen poll.
  for (const own of [FROM_PAGE_PARAM, VIEW_PARAM, SAVED_PARAM, OPEN_PARAM, POLL_PARAM]) params.delete(own);
  return params;
}
