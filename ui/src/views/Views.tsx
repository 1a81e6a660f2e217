import { Suspense } from "react";
import { latePart, useIsLoaded } from "../kit/late";
import { loadStyles, VIEWS_STYLES } from "../theme/lateStyles";

// Nothing of the first screen.
const ViewsMenu = latePart(async () => {
  const [menu] = await Promise.all([import("./ViewsMenu"), loadStyles(VIEWS_STYLES)]);
  return menu;
});

/** The saved views, in the header of a wide page and in the filter bar of a narrow one. */
export function Views() {
  return useIsLoaded(ViewsMenu) ? (
    <Suspense>
      <ViewsMenu />
    </Suspense>
  ) : null;
}
