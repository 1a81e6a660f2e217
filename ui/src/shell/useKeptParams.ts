import { useLocation } from "react-router-dom";
import { FROM_PAGE_PARAM, VIEW_PARAM } from "../filters/codec";

/** The query parameters that a link to another screen preserves. */
export function useKeptParams(): URLSearchParams {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  // These two belong to the current screen: the page it was opened from, and the choices in its blocks.
  params.delete(FROM_PAGE_PARAM);
  params.delete(VIEW_PARAM);
  return params;
}
