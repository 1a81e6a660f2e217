import type { FilterParams, GroupType, UserGroup } from "../api/generated/wire";

/** A grouping of members. */
type Grouping = {
  /** The name of its list in a filter, and the two fields that carry the list on the wire. */
  readonly list: string;
  readonly ids: keyof FilterParams;
  readonly all: keyof FilterParams;
  /** Its label where figures are viewed by it. */
  readonly label: string;
  /** The title of its list, and what stands there where it is empty or nothing of it is ticked. */
  readonly title: string;
  readonly empty: string;
  readonly noneTicked: string;
  /** What to know about figures viewed by it. */
  readonly note?: string;
  /** Said of counts viewed by it, where a member can be in several of its groups. */
  readonly overlapNote?: string;
};

/** What members can be grouped by, in the order of the filter. A new grouping is one more entry, texts and all. */
export const GROUPINGS = {
  TIER: {
    list: "tiers",
    ids: "userGroupTiers",
    all: "userGroupsTiersAll",
    label: "Tier",
    title: "Tiers",
    empty: "No tiers found",
    noneTicked: "No tiers",
    note: "Tiers are those of the last load: a member who changes tier takes earlier figures along.",
  },
  LOB: {
    list: "lobs",
    ids: "userGroupLobs",
    all: "userGroupsLobsAll",
    label: "LOB",
    title: "Lines of business (LOB)",
    empty: "No lines of business found",
    noneTicked: "No lines of business",
  },
  AUDIENCE: {
    list: "audiences",
    ids: "userGroupAudiences",
    all: "userGroupsAudiencesAll",
    label: "Audience",
    title: "Audiences",
    empty: "No audiences found",
    noneTicked: "No audiences",
    overlapNote: "A member can be in several audiences, so these may add up to more than the total.",
  },
} as const satisfies Readonly<Record<GroupType, Grouping>>;

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

/** Something of each grouping, by the list of the grouping. */
export function byGroupList<V>(of: (grouping: Groupings[GroupType]) => V): Readonly<Record<GroupListId, V>> {
  return Object.fromEntries(GROUP_TYPES.map((type) => [GROUPINGS[type].list, of(GROUPINGS[type])])) as Record<
    GroupListId,
    V
  >;
}

/** What figures are grouped by where nobody chose. */
export const FIRST_GROUPING = "LOB" satisfies GroupType;

/** The groupings as figures offer them: that of the beginning first. */
export const OFFERED: readonly GroupType[] = [
  FIRST_GROUPING,
  ...GROUP_TYPES.filter((type) => type !== FIRST_GROUPING),
];

/**
 * What to know about figures viewed by these groupings.
 *
 * @param addUp whether a sum of the figures over groups means something
 */
export function notesOf(types: readonly GroupType[], addUp: boolean): string[] {
  const used: Grouping[] = types.map((type) => GROUPINGS[type]);
  const overlaps = addUp ? used.flatMap(({ overlapNote }) => overlapNote ?? []) : [];
  return [...overlaps, ...used.flatMap(({ note }) => note ?? [])];
}
