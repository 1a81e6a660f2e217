import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { pathTo } from "../../api/paths";
import { useMayOpen } from "../../api/session";
import { BAR_ID } from "../../figures/filters/FilterBar";
import { lazyComponent, useLoaded } from "../../kit/lazy";
import { useKeptParams } from "../shell/useKeptParams";
import { useShownTheme } from "../shell/usePreferences";
import { belongsToScreen, isSearchKey, keyOf, type Pending, step } from "./keys";
import { openLayer, typeAhead, useHasShortcuts, useKeyboardLayer } from "./openLayer";
import { type Shortcut, type ShortcutAction, shortcuts } from "./shortcuts";

// Loaded when one of them is first opened.
const Layers = lazyComponent(() => import("./Layers"));

/** The shortcuts of the page, and what they open over it. */
export default function Keyboard() {
  const isOpen = useKeyboardLayer(({ open }) => open !== null);
  const [isNeeded, setNeeded] = useState(isOpen);
  if (isOpen && !isNeeded) setNeeded(true);
  // The next session starts with all layers closed.
  useEffect(() => () => openLayer(null), []);
  const open = useOpenShortcuts();
  useKeys(open);
  return isNeeded && <LoadedLayers shortcuts={open} />;
}

/** Nothing where they cannot be loaded: the page works without them. */
function LoadedLayers({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return useLoaded(Layers) && <Layers shortcuts={shortcuts} />;
}

/** The shortcuts that are not of screens that the user may not open. */
function useOpenShortcuts(): readonly Shortcut[] {
  const mayOpen = useMayOpen();
  return shortcuts.filter((shortcut) => !("screen" in shortcut) || mayOpen(shortcut.screen.route));
}

/** Does what the keys say while they belong to the screen. */
function useKeys(open: readonly Shortcut[]): void {
  const hasShortcuts = useHasShortcuts();
  const run = useRun();
  const press = useEffectEvent((event: KeyboardEvent, pending: Pending | null): Pending | null => {
    if (event.defaultPrevented || !belongsToScreen(event)) return null;
    if (isSearchKey(event)) {
      event.preventDefault();
      openLayer("search");
      return null;
    }
    if (typeAhead(event)) {
      event.preventDefault();
      return null;
    }
    const key = hasShortcuts ? keyOf(event) : null;
    if (key === null) return pending;
    const known = open.map(({ keys }) => keys);
    const next = step(pending, key, event.timeStamp, known);
    const shortcut = open.find(({ keys }) => keys === next.done);
    if (shortcut) {
      event.preventDefault();
      run(shortcut);
    }
    return next.pending;
  });
  useEffect(() => {
    let pending: Pending | null = null;
    const onKey = (event: KeyboardEvent) => {
      pending = press(event, pending);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function useRun(): (shortcut: Shortcut) => void {
  const navigate = useNavigate();
  const params = useKeptParams();
  const { toggle } = useShownTheme();
  const actions: Readonly<Record<ShortcutAction, () => void>> = {
    search: () => openLayer("search"),
    shortcuts: () => openLayer("shortcuts"),
    filters: () => document.querySelector<HTMLElement>(`#${BAR_ID} button`)?.focus(),
    theme: toggle,
  };
  return (shortcut) => {
    if ("screen" in shortcut) navigate(pathTo(shortcut.screen.route, params));
    else actions[shortcut.action]();
  };
}
