import { Suspense } from "react";
import { lazyComponent, useLoaded } from "../../kit/lazy";

// It is no part of the first screen.
const ViewsMenu = lazyComponent(() => import("./ViewsMenu"));

/** The saved views, in the header of a wide page and in the filter bar of a narrow one. */
export function Views() {
  return useLoaded(ViewsMenu) ? (
    <Suspense>
      <ViewsMenu />
    </Suspense>
  ) : null;
}
