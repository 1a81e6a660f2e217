import { Suspense } from "react";
import { latePart, useIsLoaded } from "../../kit/late";

// It is no part of the first screen.
const ViewsMenu = latePart(() => import("./ViewsMenu"));

/** The saved views, in the header of a wide page and in the filter bar of a narrow one. */
export function Views() {
  return useIsLoaded(ViewsMenu) ? (
    <Suspense>
      <ViewsMenu />
    </Suspense>
  ) : null;
}
