// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from "vitest";
import { belongsToScreen, isSearchKey, keyOf, type Pending, step } from "./keys";

const KNOWN = ["/", "?", "f", "t", "g m", "g o"];

/** What the keys complete, pressed one after the other. @param pause milliseconds between them */
function typed(keys: string, pause = 100): string[] {
  let pending: Pending | null = null;
  const done: string[] = [];
  for (const [at, key] of [...keys].entries()) {
    const next = step(pending, key, at * pause, KNOWN);
    pending = next.pending;
    if (next.done !== null) done.push(next.done);
  }
  return done;
}

describe("a sequence of keys", () => {
  it("is complete with its last key", () => {
    expect(typed("f")).toEqual(["f"]);
    expect(typed("gm")).toEqual(["g m"]);
    expect(typed("gmgo?")).toEqual(["g m", "g o", "?"]);
  });

  it("ends without an effect at a key that does not continue it", () => {
    expect(typed("gf")).toEqual([]);
    expect(typed("gx")).toEqual([]);
    expect(typed("gfm")).toEqual([]);
    expect(typed("gff")).toEqual(["f"]);
  });

  it("begins again with its first key", () => {
    expect(typed("ggm")).toEqual(["g m"]);
    expect(typed("m")).toEqual([]);
  });

  it("waits for a second and a half", () => {
    expect(typed("gm", 1500)).toEqual(["g m"]);
    expect(typed("gm", 1501)).toEqual([]);
    expect(typed("gf", 1501)).toEqual(["f"]);
  });
});

const pressed = (key: string, init: KeyboardEventInit = {}) => new KeyboardEvent("keydown", { key, ...init });

describe("the key of an event", () => {
  it("is a character without a modifier", () => {
    expect(keyOf(pressed("g"))).toBe("g");
    expect(keyOf(pressed("?", { shiftKey: true }))).toBe("?");
    expect(keyOf(pressed("/", { shiftKey: true }))).toBe("/");
    for (const modifier of ["ctrlKey", "metaKey", "altKey"])
      expect(keyOf(pressed("g", { [modifier]: true }))).toBeNull();
    expect(keyOf(pressed("G", { shiftKey: true }))).toBeNull();
    expect(keyOf(pressed("Shift", { shiftKey: true }))).toBeNull();
    expect(keyOf(pressed("Enter"))).toBeNull();
    expect(keyOf(pressed("g", { repeat: true }))).toBeNull();
    expect(keyOf(pressed("g", { isComposing: true }))).toBeNull();
  });

  it("is small with the capitals locked, and Latin in another alphabet", () => {
    expect(keyOf(pressed("G"))).toBe("g");
    expect(keyOf(pressed("п", { code: "KeyG" }))).toBe("g");
    expect(keyOf(pressed("ß", { code: "Minus" }))).toBeNull();
  });

  it("searches with Ctrl or Command and K alone", () => {
    expect(isSearchKey(pressed("k", { ctrlKey: true }))).toBe(true);
    expect(isSearchKey(pressed("K", { metaKey: true }))).toBe(true);
    expect(isSearchKey(pressed("k"))).toBe(false);
    expect(isSearchKey(pressed("k", { ctrlKey: true, metaKey: true }))).toBe(false);
    expect(isSearchKey(pressed("K", { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(isSearchKey(pressed("k", { ctrlKey: true, altKey: true }))).toBe(false);
  });
});

describe("keys belong to the screen", () => {
  afterEach(() => document.body.replaceChildren());

  /** Whether a key belongs to the screen while the first element of this page has the focus. */
  function belongs(html: string): boolean {
    document.body.innerHTML = html;
    let result: boolean | undefined;
    const listener = (event: KeyboardEvent) => {
      result = belongsToScreen(event);
    };
    document.addEventListener("keydown", listener, { once: true });
    document.body.firstElementChild?.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
    if (result === undefined) throw new Error("no event");
    return result;
  }

  it("on a button, a link and a switch", () => {
    for (const html of ["<button></button>", '<a href="/">x</a>', '<input type="checkbox">', "<main></main>"])
      expect(belongs(html), html).toBe(true);
    expect(belongs("<main></main><dialog>closed</dialog>")).toBe(true);
  });

  it("but not in a field", () => {
    for (const html of [
      "<input>",
      '<input type="search">',
      "<textarea></textarea>",
      "<select></select>",
      '<div contenteditable="true"></div>',
      '<div role="listbox"></div>',
    ])
      expect(belongs(html), html).toBe(false);
  });

  it("nor below a dialog or a menu", () => {
    for (const layer of ["<dialog open></dialog>", '<div role="dialog"></div>', '<div role="menu"></div>'])
      expect(belongs(`<main></main>${layer}`), layer).toBe(false);
  });
});
