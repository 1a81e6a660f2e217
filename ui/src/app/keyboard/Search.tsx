import { Search as SearchIcon, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { keyboard as copy } from "#texts/keyboard";
import { shell } from "#texts/page";
import { useSession } from "../../api/session";
import { useItems } from "../../figures/ways/useItems";
import { IconButton } from "../../kit";
import { EmptyState } from "../../kit/EmptyState";
import type { DashboardCard } from "../../pages/dashboards/declaration";
import { MODULES } from "../../pages/dashboards/modules";
import { useShownTheme } from "../shell/usePreferences";
import { type Choice, choicesOf } from "./choices";
import css from "./Keyboard.module.css";
import { isSearchKey } from "./keys";
import { found, type Group, grouped } from "./matching";
import { openLayer, setSearchText, useKeyboardLayer } from "./openLayer";

type SearchProps = {
  /** The ids of what was chosen last, the newest first. */
  readonly recent: readonly string[];
  readonly onChoose: (choice: Choice) => void;
};

/** A field that finds screens, figures, items and actions. The focus stays in it; the arrow keys move the choice. */
export function Search({ recent, onChoose }: SearchProps) {
  const listId = useId();
  const text = useKeyboardLayer((layer) => layer.text);
  const [at, setAt] = useState(0);
  const choices = useChoices();
  const isSearching = text.trim() !== "";
  const groups: readonly Group[] = isSearching
    ? [{ kind: null, choices: found(choices, text, recent) }]
    : grouped(choices, recent);
  const listed = groups.flatMap((group) => group.choices);
  const active = listed[Math.min(at, listed.length - 1)];
  const idOf = (choice: Choice) => `${listId}-${choice.id.replaceAll(" ", "-")}`;

  function onKeyDown(event: KeyboardEvent) {
    if (isSearchKey(event.nativeEvent)) {
      // Pressed again it closes; the browser would search elsewhere.
      event.preventDefault();
      openLayer(null);
      return;
    }
    if (event.nativeEvent.isComposing || !active) return;
    const from = listed.indexOf(active);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: (from + 1) % listed.length,
      ArrowUp: (from + listed.length - 1) % listed.length,
      PageDown: Math.min(from + PAGE, listed.length - 1),
      PageUp: Math.max(from - PAGE, 0),
    };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setAt(to);
      document.getElementById(idOf(listed[to] ?? active))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      onChoose(active);
    }
  }

  return (
    <div className={css.panel}>
      <div className={css.head}>
        <SearchIcon aria-hidden="true" />
        <input
          ref={takeFocus}
          className={css.field}
          // Escape would first clear a field of the type search.
          type="text"
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          role="combobox"
          aria-label={copy.search}
          aria-expanded={listed.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? idOf(active) : undefined}
          placeholder={copy.placeholder}
          value={text}
          onChange={(event) => {
            setSearchText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton
          noTooltip
          label={shell.close}
          icon={<X aria-hidden="true" />}
          onClick={() => openLayer(null)}
        />
      </div>
      <div key={text} id={listId} role="listbox" aria-label={copy.results} className={css.list}>
        {groups.map((group) => (
          <Options key={group.kind} group={group}>
            {group.choices.map((choice) => (
              <Option
                key={choice.id}
                id={idOf(choice)}
                choice={choice}
                isActive={choice === active}
                onPoint={() => setAt(listed.indexOf(choice))}
                onChoose={() => onChoose(choice)}
              />
            ))}
          </Options>
        ))}
      </div>
      {listed.length === 0 && <EmptyState title={copy.nothing(text.trim())} detail={copy.nothingHint} />}
      <p role="status" className="sr-only">
        {isSearching && copy.found(listed.length)}
      </p>
      <p className={css.foot} aria-hidden="true">
        <span>
          <kbd className={css.key}>↑</kbd> <kbd className={css.key}>↓</kbd> {copy.move}
        </span>
        <span>
          <kbd className={css.key}>{copy.keys.enter}</kbd> {copy.open}
        </span>
        <span>
          <kbd className={css.key}>{copy.keys.escape}</kbd> {copy.close}
        </span>
      </p>
    </div>
  );
}

/** Has the dialog move the focus to the field as it opens; React's autoFocus would do so before it is open. */
const takeFocus = (field: HTMLElement | null) => field?.setAttribute("autofocus", "");

/** How far Page Up and Page Down move. */
const PAGE = 8;

/** Everything that the search can find. Figures lead to breakdowns once the dashboards that declare them are loaded. */
function useChoices(): readonly Choice[] {
  const user = useSession((session) => session.user);
  const { theme } = useShownTheme();
  const items = useItems();
  const [cards, setCards] = useState<readonly DashboardCard[]>([]);
  useEffect(() => {
    let isGone = false;
    const loads = Object.values(MODULES).map((module) => module.load().catch(() => null));
    void Promise.all(loads).then((loaded) => {
      const all = loaded.flatMap(
        (module) => module?.dashboard.sections.flatMap((section) => section.cards) ?? [],
      );
      if (!isGone) setCards(all);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return user ? choicesOf(user, cards, theme, items) : [];
}

/** The options of a group; the results of a search have no heading. */
function Options({ group, children }: { group: Group; children: React.ReactNode }) {
  const id = useId();
  if (group.kind === null) return children;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options.
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className={css.heading}>
        {copy.groups[group.kind]}
      </div>
      {children}
    </div>
  );
}

type OptionProps = {
  readonly id: string;
  readonly choice: Choice;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
};

function Option({ id, choice, isActive, onPoint, onChoose }: OptionProps) {
  const { icon: Icon, label, detail } = choice;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keys and the focus.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={css.option}
      // Not on entering it: scrolling moves options below a pointer that rests.
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} />
      <span className={css.label}>{label}</span>
      {detail !== "" && <span className={css.detail}>{detail}</span>}
    </div>
  );
}
