import { Mail, Tag } from "lucide-react";
import { type ComponentType, Suspense } from "react";
import { filters as copy } from "#texts/page";
import { preloadable } from "../../kit/lazy";
import css from "./FilterValue.module.css";
import type { FilterDeclaration, FilterPanelProps, FilterPartProps } from "./filterDeclaration";
import { CAMPAIGN_LISTS, type LinkedIds, linkedSelection, OFFER_LISTS } from "./linkedLists";
import { LIST_TITLES, NONE_TICKED, SINGULAR } from "./listTexts";
import type { Filters, ListId } from "./model";

/** The list with nothing selected, if any. Items come first: without an item no group is ticked either. */
function listOfNone({ lists }: Filters, { groups, items }: LinkedIds): ListId | undefined {
  return [items, groups].find((list) => lists[list].length === 0);
}

type LinkedModule = {
  readonly Panel: ComponentType<FilterPanelProps>;
  readonly Count: ComponentType<FilterPartProps>;
  readonly Note: ComponentType<FilterPartProps>;
};

/** Declares a filter of two lists. The lists and the code that links their ticks are fetched when needed. */
function linkedFilter(
  ids: LinkedIds,
  icon: FilterDeclaration["icon"],
  load: () => Promise<LinkedModule>,
): FilterDeclaration {
  const parts = preloadable(load);
  const Panel = (props: FilterPanelProps) => {
    const { Panel: Loaded } = parts.use();
    return <Loaded {...props} />;
  };
  const Count = (props: FilterPartProps) => {
    const { Count: Loaded } = parts.use();
    return <Loaded {...props} />;
  };
  const Note = (props: FilterPartProps) => {
    const { Note: Loaded } = parts.use();
    return <Loaded {...props} />;
  };
  const isAll = (filters: Filters) => {
    const { groups, items } = linkedSelection(filters, ids);
    return groups === "all" && items === "all";
  };
  return {
    id: ids.items,
    icon,
    label: () => LIST_TITLES[ids.items],
    isValueOnly: (filters) => listOfNone(filters, ids) !== undefined,
    Value({ filters, today }) {
      const none = listOfNone(filters, ids);
      if (none) return NONE_TICKED[none];
      if (isAll(filters)) return copy.allItems;
      return (
        <Suspense fallback={<span className={css.unknown}>…</span>}>
          <Count filters={filters} today={today} />
        </Suspense>
      );
    },
    Note({ filters, today }) {
      const none = listOfNone(filters, ids);
      if (none) return copy.allAreZero(copy.nothingChosen([SINGULAR[none]]));
      if (isAll(filters)) return null;
      return (
        <Suspense>
          <Note filters={filters} today={today} />
        </Suspense>
      );
    },
    Panel,
    prefetch: parts.load,
  };
}

/** Campaign types and the campaigns of the period. */
export const campaignsFilter = linkedFilter(CAMPAIGN_LISTS, Mail, async () => {
  const { CampaignsCount, CampaignsNote, CampaignsPanel } = await import("./linkedPanels");
  return { Count: CampaignsCount, Note: CampaignsNote, Panel: CampaignsPanel };
});

/** Offer categories and offers. */
export const offersFilter = linkedFilter(OFFER_LISTS, Tag, async () => {
  const { OffersCount, OffersNote, OffersPanel } = await import("./linkedPanels");
  return { Count: OffersCount, Note: OffersNote, Panel: OffersPanel };
});
