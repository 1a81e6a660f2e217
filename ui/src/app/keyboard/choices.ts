import {
  ChartNoAxesCombined,
  ChevronRight,
  Filter,
  type LucideIcon,
  Moon,
  Settings,
  Sun,
} from "lucide-react";
import { figureLabels } from "#texts/generated/figureLabels";
import { keyboard as copy } from "#texts/keyboard";
import { screens, shell } from "#texts/page";
import { settings } from "#texts/settings";
import { type PageRoute, pages, titles } from "../../api/pages";
import { mayOpen, maySee, moduleOfFigure } from "../../api/session/permissions";
import { type Items, WAYS } from "../../figures/ways/ways";
import type { SessionUser } from "../../generated/wire";
import type { Theme } from "../../kit/theme/choice";
import type { DashboardCard } from "../../pages/dashboards/declaration";
import { OFFERS_BY_RESULT } from "../../pages/dashboards/otherLists";

/** What a choice does if it opens no page. */
export type ChoiceAction = "score" | "theme" | "shortcuts" | "manual" | "signOut";

/** What a choice does: it opens a screen, a setting or an explanation, or acts. */
export type Target =
  | { readonly route: PageRoute; readonly view?: string }
  | { readonly items: Items }
  | { readonly setting: string }
  | { readonly explain: string }
  | { readonly action: ChoiceAction };

/** Something that the search finds. */
export type Choice = {
  readonly id: string;
  readonly kind: "screen" | "figure" | "setting" | "item" | "action";
  readonly label: string;
  /** Another name by which it is found. */
  readonly also?: string | undefined;
  /** Where it leads, or what it belongs to. */
  readonly detail: string;
  readonly icon: LucideIcon;
  readonly target: Target;
};

/** The parts of the score begin with this. */
const PART = "score.";

function pageChoices(user: SessionUser): Choice[] {
  return pages
    .filter(({ route, isHidden }) => !isHidden && mayOpen(user, route))
    .map(({ route, title, label, menu, icon, top }) => ({
      id: route,
      kind: "screen",
      // A screen below a dashboard is "Screens" in the menu, which says little away from it.
      label: top ? title : label,
      // By "administration" all its pages are found.
      also: top?.route === "admin" ? `${top.title} ${title}` : title,
      detail: top?.label ?? "",
      icon: (menu === "account" ? undefined : (top ?? { icon }).icon) ?? ChevronRight,
      target: { route },
    }));
}

/** A figure opens the breakdown of its card where there is one, and otherwise the explanation of its change. */
function figureChoices(user: SessionUser, cards: readonly DashboardCard[]): Choice[] {
  return Object.entries(figureLabels)
    .filter(([id]) => maySee(user, moduleOfFigure(id)))
    .map(([id, label]): Choice => {
      const card = cards.find(({ headline, secondary = [] }) =>
        [headline, ...secondary].some((one) => one === id),
      );
      const to = card?.to !== undefined && mayOpen(user, card.to) ? card.to : null;
      const isPart = id.startsWith(PART);
      return {
        id,
        kind: "figure",
        label,
        also: [card?.title, copy.otherWords[id]].filter(Boolean).join(" ") || undefined,
        detail: to !== null ? titles[to] : isPart ? copy.partOfScore : copy.whyItMoved,
        icon: ChartNoAxesCombined,
        target: to !== null ? { route: to } : { explain: id },
      };
    });
}

/** Lists that people look for by what they show, away from the name of their screen. */
function listChoices(user: SessionUser): Choice[] {
  const { route, view } = OFFERS_BY_RESULT;
  if (!mayOpen(user, route)) return [];
  return [
    {
      id: `list ${route}`,
      kind: "screen",
      label: screens.offersByResult,
      also: copy.offersByResult,
      detail: titles[route],
      icon: ChartNoAxesCombined,
      target: { route, view },
    },
  ];
}

function actionChoices(user: SessionUser, theme: Theme): Choice[] {
  const action = (name: ChoiceAction, label: string, icon = ChevronRight): Choice => ({
    id: `do ${name}`,
    kind: "action",
    label,
    detail: "",
    icon,
    target: { action: name },
  });
  return [
    ...(maySee(user, "MONITOR") ? [action("score", copy.showScore, ChartNoAxesCombined)] : []),
    theme === "dark" ? action("theme", shell.toLight, Sun) : action("theme", shell.toDark, Moon),
    action("shortcuts", shell.shortcuts),
    action("manual", shell.manual),
    action("signOut", shell.signOut),
  ];
}

/** An item opens the screen that shows most about it, with only this in its filter. */
function itemChoices(items: readonly Items[]): Choice[] {
  return items.map((item) => ({
    id: `${item.kind} ${item.ids.join("-") || item.name}`,
    kind: "item",
    label: item.name,
    detail: titles[WAYS[item.kind].route],
    icon: Filter,
    target: { items: item },
  }));
}

/** A setting opens the page that has it, at its field. */
function settingChoices(user: SessionUser): Choice[] {
  const route = "admin/settings";
  if (!mayOpen(user, route)) return [];
  return Object.entries(settings.labels).map(([name, label]) => ({
    id: `setting ${name}`,
    kind: "setting",
    label,
    detail: titles[route],
    icon: Settings,
    target: { setting: name },
  }));
}

/**
 * Everything that the search can find for a user.
 *
 * @param cards those of the dashboards that are loaded
 * @param items those that the user may see
 */
export function choicesOf(
  user: SessionUser,
  cards: readonly DashboardCard[],
  theme: Theme,
  items: readonly Items[] = [],
): readonly Choice[] {
  return [
    ...pageChoices(user),
    ...listChoices(user),
    ...figureChoices(user, cards),
    ...settingChoices(user),
    ...itemChoices(items),
    ...actionChoices(user, theme),
  ];
}
