import { CalendarClock, ExternalLink } from "lucide-react";
import { useLocation, useSearchParams } from "react-router-dom";
import { exportsCopy as copy } from "#texts/exports";
import { screens } from "#texts/page";
import { routeOf, VIEW_PARAM } from "../../api/paths";
import { DropdownMenu, DropdownMenuItem } from "../../kit/DropdownMenu";
import { comparedBlocks } from "../blocks/viewState";
import { ask } from "./handoff";
import type { OpenedProps } from "./useExport";

/** The ways in which others get a screen. */
export default function ShareMenu({ Trigger, startsOpen, ...of }: OpenedProps) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { screen, title, params, dashboardParams } = of;
  const route = routeOf(pathname) ?? "";
  const choices = search.get(VIEW_PARAM) ?? "";
  return (
    <DropdownMenu trigger={<Trigger>{screens.share}</Trigger>} startsOpen={startsOpen} align="start">
      <DropdownMenuItem
        icon={<CalendarClock aria-hidden="true" />}
        onSelect={() => {
          const compared = comparedBlocks(choices, of.blocks ?? []);
          ask({ kind: "report", draft: { screen, title, params, route, compared } });
        }}
      >
        {copy.schedule}
      </DropdownMenuItem>
      {of.isShared !== false && (
        <DropdownMenuItem
          icon={<ExternalLink aria-hidden="true" />}
          onSelect={() => {
            ask({
              kind: "link",
              draft: { screen, title, params: dashboardParams, route, blocks: choices },
            });
          }}
        >
          {copy.share}
        </DropdownMenuItem>
      )}
    </DropdownMenu>
  );
}
