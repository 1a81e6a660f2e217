import { filters as copy } from "#texts/page";
import { byGroupList } from "./groupings";
import type { ListId } from "./model";

type Texts = Readonly<Record<ListId, string>>;

/** The title of each list. */
export const LIST_TITLES: Texts = { ...copy.lists, ...byGroupList(({ title }) => title) };

/** The text of a list without items. */
export const EMPTY_LISTS: Texts = { ...copy.emptyLists, ...byGroupList(({ empty }) => empty) };

/** The word for one item of each list. */
export const SINGULAR: Texts = { ...copy.singular, ...byGroupList(({ singular }) => singular) };

/** The text for a list with nothing ticked. */
export const NONE_TICKED: Texts = { ...copy.noneTicked, ...byGroupList(({ noneTicked }) => noneTicked) };
