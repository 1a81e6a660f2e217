/** How long a sequence of keys waits for its next key. */
const PAUSE_MS = 1500;

/** The first keys of a sequence, and when the last of them was pressed. */
export type Pending = { readonly keys: string; readonly at: number };

/** What a key did: it completed a shortcut, began or continued a sequence, or neither. */
export type Step = { readonly done: string | null; readonly pending: Pending | null };

const NOTHING: Step = { done: null, pending: null };

/**
 * What a key does after the ones before it. A key that does not continue a sequence ends it without an effect, unless
 * it begins one itself: "g" and a wrong letter must not do what the letter does alone.
 *
 * @param at when it was pressed, in milliseconds
 * @param known the shortcuts: keys with a space between them
 */
export function step(pending: Pending | null, key: string, at: number, known: readonly string[]): Step {
  const begun = pending && at - pending.at <= PAUSE_MS ? pending.keys : null;
  const typed = begun === null ? key : `${begun} ${key}`;
  if (known.includes(typed)) return { done: typed, pending: null };
  for (const keys of new Set([typed, key])) {
    if (known.some((one) => one.startsWith(`${keys} `))) return { done: null, pending: { keys, at } };
  }
  return NOTHING;
}

/**
 * The key of an event as shortcuts name it; null where it is none of them: with a modifier, while a character is
 * composed, or held down. Letters are those of the Latin layout where the user's has others.
 */
export function keyOf(event: KeyboardEvent): string | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey || metaKey || altKey || event.isComposing || event.repeat || key.length !== 1) return null;
  const isLatin = key >= " " && key <= "~";
  const letter = isLatin ? /^[a-z]$/i.exec(key)?.[0] : /^Key([A-Z])$/.exec(code)?.[1];
  if (letter === undefined) return isLatin ? key : null;
  // With the Shift key it is a capital that somebody meant; the lock alone makes them too.
  return shiftKey ? null : letter.toLowerCase();
}

/** Whether the keys search: Ctrl and K, or Command and K. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === "k";
}

/** What takes keys for itself while it has the focus: typed text, and letters that find a row. */
const FIELDS = "input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]";
/** Fields that take no letters. */
const SWITCHES = "input[type=checkbox], input[type=radio], input[type=range]";
/** What lies over the screen. */
const LAYERS = "dialog[open], [role=dialog], [role=menu]";

/** Whether keys belong to the screen: nothing lies over it, and no field has the focus. */
export function belongsToScreen({ target }: KeyboardEvent): boolean {
  const field = target instanceof Element ? target.closest(FIELDS) : null;
  return (field === null || field.matches(SWITCHES)) && document.querySelector(LAYERS) === null;
}
