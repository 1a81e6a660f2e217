import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { panels } from "#texts/filters";
import { filters as copy } from "#texts/page";
import { declaredQuery, useProgram } from "../../api/query";
import { Loaded, type Source } from "../../kit/parts/Loaded";
import { SegmentedControl } from "../../kit/SegmentedControl";
import { usePartners } from "../ways/usePartners";
import { useCampaigns } from "./campaignCache";
import { FilterList } from "./FilterList";
import value from "./FilterValue.module.css";
import type { FilterPanelProps, FilterPartProps } from "./filterDeclaration";
import { editLinked, type LinkedLists, linkedTicks, nameOfTicked } from "./linked";
import {
  ANY_TIME,
  CAMPAIGN_LISTS,
  CATEGORIES,
  type LinkedIds,
  linkedSelection,
  OFFER_LISTS,
  OFFERS,
} from "./linkedLists";
import css from "./linkedPanels.module.css";
import { LIST_TITLES } from "./listTexts";
import { isValid, windowOf } from "./model";
import { PanelSkeleton } from "./PanelSkeleton";
import { useProgramCalendar } from "./programCalendar";
import type { ListItem } from "./selection";

const TYPES = "api/v1/emails/dashboard/getCampaignsTypes";
const STALE_MS = 5 * 60_000;

type Offer = ListItem & { readonly categoryPrimary: number };

/** Both lists of a filter. */
type Lists = Source<LinkedLists>;

/** The names shared by several items. */
function repeatedNames(items: readonly ListItem[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of items) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return repeated;
}

function useLists<T extends ListItem>(
  groups: UseQueryResult<ListItem[]>,
  items: UseQueryResult<T[]>,
  groupOf: (item: T) => number,
): Lists {
  const data = useMemo(() => {
    if (!groups.data || !items.data) return undefined;
    const repeated = repeatedNames(items.data);
    const rows = items.data.map((item) => ({
      id: item.id,
      name: item.name,
      // Successive offers often have the same name.
      detail: repeated.has(item.name) ? panels.numbered(item.id) : undefined,
      group: groupOf(item),
    }));
    return { groups: groups.data, items: rows };
  }, [groups.data, items.data, groupOf]);
  return {
    data,
    error: groups.error ?? items.error,
    refetch() {
      for (const query of [groups, items]) if (query.isError) void query.refetch();
    },
  };
}

function useNamed(path: string, enabled = true): UseQueryResult<ListItem[]> {
  return useQuery({
    ...declaredQuery<ListItem[]>("GET", path, undefined, { blocking: true }),
    enabled,
    staleTime: STALE_MS,
  });
}

const typeOf = (campaign: { readonly campaigntypeid: number }) => campaign.campaigntypeid;
const categoryOf = (offer: Offer) => offer.categoryPrimary;

/** The campaigns of the period shown: the drafted one while there is a draft. */
function useCampaignLists({ filters, today }: FilterPartProps): Lists {
  const through = useProgram().data?.through ?? null;
  const calendar = useProgramCalendar();
  const window = isValid(filters, today) ? windowOf(filters, today, calendar) : null;
  return useLists(useNamed(TYPES), useCampaigns(window, through), typeOf);
}

/** The offers, whatever else is chosen, and their categories. */
export function useOffers(enabled = true): {
  offers: UseQueryResult<Offer[]>;
  categories: UseQueryResult<ListItem[]>;
} {
  const offers = useQuery({
    ...declaredQuery<Offer[]>("POST", OFFERS, ANY_TIME, { blocking: true }),
    enabled,
    staleTime: STALE_MS,
  });
  return { offers, categories: useNamed(CATEGORIES, enabled) };
}

function useOfferLists(): Lists {
  const { offers, categories } = useOffers();
  return useLists(categories, offers, categoryOf);
}

type CountProps = FilterPartProps & { readonly ids: LinkedIds; readonly lists: LinkedLists | undefined };

/** What is ticked; undefined while the lists are unknown. */
function useTicks({ filters, ids, lists }: CountProps) {
  return useMemo(() => lists && linkedTicks(linkedSelection(filters, ids), lists), [filters, ids, lists]);
}

const NO_BUNDLES: ReadonlyMap<string, readonly number[]> = new Map();

/** What is ticked: its name where it has one, else how many of all. */
function LinkedCount(
  props: CountProps & { readonly bundles?: ReadonlyMap<string, readonly number[]> | undefined },
) {
  const { lists, bundles = NO_BUNDLES } = props;
  const ticks = useTicks(props);
  if (!lists || !ticks) return <span className={value.unknown}>…</span>;
  const count = copy.counted(ticks.items.size, lists.items.length);
  const name = nameOfTicked(ticks, lists, bundles);
  return name === null ? (
    <span className={value.count}>{count}</span>
  ) : (
    <span className={value.count} data-name title={count}>
      {name}
    </span>
  );
}

/** Says that none of the chosen items are listed, or how many are not. */
function LinkedNote(props: CountProps & { readonly none: string; leftOut?(count: number): string }) {
  const { filters, ids, lists, none, leftOut } = props;
  const ticked = useTicks(props)?.items.size;
  if (!lists || ticked === undefined) return null;
  if (ticked === 0) return copy.allAreZero(none);
  const { items } = linkedSelection(filters, ids);
  if (items === "all" || !leftOut) return null;
  const listed = new Set(lists.items.map(({ id }) => id));
  const missing = items.filter((id) => !listed.has(id)).length;
  return missing > 0 ? leftOut(missing) : null;
}

type LinkedPanelProps = FilterPanelProps & { readonly of: Lists; readonly ids: LinkedIds };

function LinkedPanel({ of, ...props }: LinkedPanelProps) {
  if (!isValid(props.filters, props.today)) return <p className={css.note}>{panels.datesFirst}</p>;
  return (
    <Loaded of={of} failed={panels.loadFailed} waiting={<PanelSkeleton />}>
      {(lists) => <LinkedColumns {...props} lists={lists} />}
    </Loaded>
  );
}

type LinkedColumnsProps = Omit<LinkedPanelProps, "of"> & { readonly lists: LinkedLists };

function LinkedColumns({ filters, edit, ids, lists }: LinkedColumnsProps) {
  const [shown, setShown] = useState<keyof LinkedIds>("groups");
  const selection = linkedSelection(filters, ids);
  const ticks = linkedTicks(selection, lists);
  const column = (of: keyof LinkedIds) => (
    <FilterList
      list={ids[of]}
      items={lists[of]}
      className={of === shown ? undefined : css.behind}
      stateOf={(id) => (of === "groups" ? (ticks.groups.get(id) ?? false) : ticks.items.has(id))}
      onEdit={(change) => {
        const { groups, items } = editLinked(selection, { of, ...change }, lists);
        edit({ ...filters, lists: { ...filters.lists, [ids.groups]: groups, [ids.items]: items } });
      }}
    />
  );
  return (
    <>
      {/* A phone shows one list at a time: below a long one the other would go unnoticed. */}
      <SegmentedControl
        className={css.switch}
        label={panels.shownList}
        options={[
          { value: "groups", label: LIST_TITLES[ids.groups] },
          { value: "items", label: LIST_TITLES[ids.items] },
        ]}
        value={shown}
        onChange={setShown}
      />
      <div className={css.columns}>
        {column("groups")}
        {column("items")}
      </div>
    </>
  );
}

/** Campaign types and campaigns, side by side. */
export function CampaignsPanel(props: FilterPanelProps) {
  return <LinkedPanel {...props} of={useCampaignLists(props)} ids={CAMPAIGN_LISTS} />;
}

/** The number of ticked campaigns, of all in the period. */
export function CampaignsCount(props: FilterPartProps) {
  return <LinkedCount {...props} lists={useCampaignLists(props).data} ids={CAMPAIGN_LISTS} />;
}

/** The number of chosen campaigns that were not sent in the period. */
export function CampaignsNote(props: FilterPartProps) {
  const { data: lists } = useCampaignLists(props);
  return (
    <LinkedNote
      {...props}
      lists={lists}
      ids={CAMPAIGN_LISTS}
      none={panels.noneListed.campaigns}
      leftOut={panels.leftOut}
    />
  );
}

/** Offer categories and offers, side by side. */
export function OffersPanel(props: FilterPanelProps) {
  return <LinkedPanel {...props} of={useOfferLists()} ids={OFFER_LISTS} />;
}

/** The number of ticked offers, of all; or their partner, where they are all of its offers. */
export function OffersCount(props: FilterPartProps) {
  const partners = usePartners(props.filters.lists.offers !== "all");
  return <LinkedCount {...props} lists={useOfferLists().data} ids={OFFER_LISTS} bundles={partners} />;
}

/** Says if none of the chosen offers exists any more. */
export function OffersNote(props: FilterPartProps) {
  return (
    <LinkedNote {...props} lists={useOfferLists().data} ids={OFFER_LISTS} none={panels.noneListed.offers} />
  );
}
