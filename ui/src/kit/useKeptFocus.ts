import { type RefObject, useEffect, useRef } from "react";

/** What can have the focus in the place of something else: a heading before what follows it. */
const STAND_INS = "h2, h3, a[href], button:enabled";

/** The items of lists, and panels. */
const ITEMS: ReadonlySet<string> = new Set(["LI", "SECTION"]);

/** One of them, with the place that it has among its like. */
type Place = { readonly item: Element; readonly parent: Element; readonly index: number };

/**
 * Keeps the focus in a part of the page where what had it is gone or can no longer be pressed: a button that removes
 * its own line, say. The browser would leave it to the whole page, and the keyboard would begin at the top. It goes to
 * the item or panel that now has the place, or else to the heading of what is around it.
 *
 * @returns the ref of that part, which must stay itself
 */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    let last: Element | null = null;
    let isShown = false;
    let places: readonly Place[] = [];
    const isLost = (one: Element) => !one.isConnected || one.matches(":disabled");
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      isShown = target.matches(":focus-visible");
      places = placesOf(target, box);
    };
    const forget = ({ target }: FocusEvent) => {
      // What is removed loses the focus before it is gone. A window that is left keeps its focused element.
      queueMicrotask(() => {
        if (target === last && last && !isLost(last) && document.activeElement !== last) last = null;
      });
    };
    const keep = () => {
      if (!last || !isLost(last)) return;
      const { activeElement } = document;
      const isFree = !activeElement || activeElement === document.body || activeElement === last;
      last = null;
      // Who uses a mouse does not see the focus, so the page stays where it is.
      if (isFree) focusOn(standInOf(places), { preventScroll: !isShown });
    };
    const observer = new MutationObserver(keep);
    observer.observe(box, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    box.addEventListener("focusin", remember);
    box.addEventListener("focusout", forget);
    return () => {
      observer.disconnect();
      box.removeEventListener("focusin", remember);
      box.removeEventListener("focusout", forget);
    };
  }, []);
  return ref;
}

/** The items and panels around an element, from the inside out. */
function placesOf(element: Element, box: Element): Place[] {
  const places: Place[] = [];
  for (let one: Element | null = element; one && box.contains(one); one = one.parentElement) {
    const parent = one.parentElement;
    if (parent && ITEMS.has(one.tagName))
      places.push({ item: one, parent, index: [...parent.children].indexOf(one) });
  }
  return places;
}

function standInOf(places: readonly Place[]): HTMLElement | null {
  for (const { item, parent, index } of places) {
    const others = parent.isConnected ? parent.children : [];
    const there = item.isConnected ? item : (others[index] ?? others[others.length - 1]);
    const found = there?.querySelector<HTMLElement>(STAND_INS);
    if (found) return found;
  }
  return null;
}

function focusOn(element: HTMLElement | null, how: FocusOptions): void {
  // A heading takes the focus only with a tabindex.
  if (element?.matches("h2, h3")) element.tabIndex = -1;
  element?.focus(how);
}
