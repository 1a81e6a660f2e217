import { groupingTexts } from "#texts/groupings";
import { groupings } from "../../generated/groupings";
import type { GroupsAsOf, GroupType, UserGroup } from "../../generated/wire";

/** The texts of a grouping. */
type Texts = {
  /** Its label in "View by" choices. */
  readonly label: string;
  /** The title of its list, and the texts for an empty list and for nothing ticked. */
  readonly title: string;
  readonly empty: string;
  readonly noneTicked: string;
  /** One of its groups. */
  readonly singular: string;
  /** Notes on figures viewed by it: which of its groups count. */
  readonly counting: Readonly<Record<GroupsAsOf, string>>;
};

/** The page's texts and names for a grouping. */
type Grouping<T extends GroupType = GroupType> = Texts & {
  /** The name of its list in a filter. */
  readonly list: string;
} & ((typeof groupings)[T]["many"] extends true
    ? /** A note on counts viewed by it: a member can be in several of its groups. */ {
        readonly overlapNote: string;
      }
    : { readonly overlapNote?: never });

/**
 * The groupings of members, in the order of the filter. A new grouping of the server needs an entry, and its texts in
 * `groupingsCopy.ts`: without them the page does not compile.
 */
export const GROUPINGS = {
  TIER: { ...groupings.TIER, ...groupingTexts.TIER, list: "tiers" },
  LOB: { ...groupings.LOB, ...groupingTexts.LOB, list: "lobs" },
  AUDIENCE: { ...groupings.AUDIENCE, ...groupingTexts.AUDIENCE, list: "audiences" },
} as const satisfies { readonly [T in GroupType]: Grouping<T> };

type Groupings = typeof GROUPINGS;

/** The list of a grouping in a filter. */
export type GroupListId = Groupings[GroupType]["list"];

/** The groupings in the order of the filter. */
export const GROUP_TYPES = Object.keys(GROUPINGS) as GroupType[];

/** The lists of the groupings, in the order of the filter. */
export const GROUP_LISTS: readonly GroupListId[] = GROUP_TYPES.map((type) => GROUPINGS[type].list);

/** The groups of one grouping. */
export function ofType(groups: readonly UserGroup[], type: GroupType): UserGroup[] {
  return groups.filter((group) => group.type === type);
}

/** A value for each grouping, keyed by its list. */
export function byGroupList<V>(of: (grouping: Groupings[GroupType]) => V): Readonly<Record<GroupListId, V>> {
  return Object.fromEntries(GROUP_TYPES.map((type) => [GROUPINGS[type].list, of(GROUPINGS[type])])) as Record<
    GroupListId,
    V
  >;
}

/** The default grouping of figures. */
export const FIRST_GROUPING = "LOB" satisfies GroupType;

/** The groupings in the order of "View by" choices: the default first. */
export const OFFERED: readonly GroupType[] = [
  FIRST_GROUPING,
  ...GROUP_TYPES.filter((type) => type !== FIRST_GROUPING),
];
