import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { views as copy } from "#texts/views";
import { SAVED_PARAM, VIEW_PARAM } from "../../api/paths";
import { type Codec, useAddress } from "../../api/useAddress";
import { IconButton } from "../../kit/IconButton";
import { Popover } from "../../kit/Popover";
import { useAppliedFilters } from "../filters/useFilters";
import { savedViews } from "./calls";
import { differs, savedScreen } from "./model";
import { useArrival } from "./useArrival";
import { ViewsPanel } from "./ViewsPanel";
import css from "./views.module.css";

/** The button of the saved views, with the name of the one that is shown. */
export default function ViewsMenu() {
  const screen = savedScreen(useLocation().pathname);
  return screen && <Menu screen={screen} />;
}

/** The number of a view; a text that is none names no view. */
const SAVED: Codec<string> = { read: (text) => text, write: (text) => text };

function Menu({ screen }: { readonly screen: string }) {
  const [isOpen, setOpen] = useState(false);
  const filters = useAppliedFilters();
  const [search] = useSearchParams();
  const [saved, setSaved] = useAddress(SAVED_PARAM, SAVED);
  const views = savedViews.useList(isOpen || saved !== "");
  const view = views.data?.views.find(({ id }) => String(id) === saved);
  useArrival(view, screen, filters);
  const shown = { screen, filters, blocks: search.get(VIEW_PARAM) ?? "" };
  const text = view ? copy.label(copy.open(view.name, differs(view, shown))) : copy.menu;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={copy.title}
      align="end"
      className={css.popover}
      trigger={
        // A tooltip would take the place of the button that the layer is attached to.
        <IconButton
          noTooltip
          className={css.button}
          label={text}
          title={text}
          data-open={view ? true : undefined}
          icon={<Bookmark fill={view ? "currentColor" : "none"} aria-hidden="true" />}
        />
      }
    >
      <ViewsPanel
        views={views}
        current={view?.id}
        shown={shown}
        onSaved={({ id }) => setSaved(() => String(id))}
        onClose={() => setOpen(false)}
      />
    </Popover>
  );
}
