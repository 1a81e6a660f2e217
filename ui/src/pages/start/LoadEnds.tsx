import { useEffect } from "react";
import { start as copy } from "#texts/start";
import { withoutBase } from "../../api/base";
import { type PageRoute, titleOf } from "../../api/pages";
import { pathTo } from "../../api/paths";
import type { Load } from "../../generated/wire";
import { notify, type ToastStatus } from "../../kit";
import { formatNumber } from "../../texts/format";
import { isOver } from "../admin/data/loads";
import { useAdmin } from "../admin/useAdmin";
import { forgetLoad, useFollowed } from "./follow";

/** Follows the loads that were begun in this tab, and tells how each ends. */
export default function LoadEnds() {
  return useFollowed(({ ids }) => ids).map((id) => <LoadEnd key={id} id={id} />);
}

function LoadEnd({ id }: { readonly id: number }) {
  const { data, error } = useAdmin(`loads/${id}`, {
    again: (answer) => (answer && isOver(answer.load) ? false : 500),
  });
  const load = data?.load;
  const isUnknown = error !== null && data === undefined;
  useEffect(() => {
    if (isUnknown) forgetLoad(id);
    if (!load || !isOver(load)) return;
    forgetLoad(id);
    const [status, message, route] = endOf(load);
    const to = pathTo(route);
    // Who is there already sees it.
    const action =
      to === withoutBase(location.pathname) ? {} : { action: { label: copy.open(titleOf(route)), to } };
    notify({ status, message, ...action });
  }, [load, id, isUnknown]);
  return null;
}

/** How a load has ended, and where to go from there. */
function endOf(load: Load): readonly [ToastStatus, string, PageRoute] {
  const { id, kind, state, dataVersion } = load;
  const rows = formatNumber(load.rows ?? 0, { inFull: true });
  if (state === "checked") return ["success", copy.checked(rows), "admin/data"];
  if (state === "cancelled") return ["info", copy.cancelled(id), "admin/data"];
  if (state !== "published")
    return ["error", copy[state === "refused" ? "refused" : "failed"](id), "admin/data"];
  if (kind === "undo") return ["success", copy.undone, "executive-summary"];
  if (dataVersion === null) return ["info", copy.loadedBefore, "executive-summary"];
  return ["success", kind === "demo" ? copy.demoMade(rows) : copy.loaded(rows), "executive-summary"];
}
