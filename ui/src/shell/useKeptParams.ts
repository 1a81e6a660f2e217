import { useLocation } from "react-router-dom";
import { FROM_PAGE_PARAM } from "../filters/codec";
import { SAVED_PARAM, VIEW_PARAM } from "../paths";

/** The query parameters that a link to another screen preserves. */
export function useKeptParams(): URLSearchParams {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  // These belong to the current screen: the page it was opened from, the choices in its blocks, its saved view.
  params.delete(FROM_PAGE_PARAM);
  params.delete(VIEW_PARAM);
  params.delete(SAVED_PARAM);
  return params;
}
