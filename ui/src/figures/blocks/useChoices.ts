import { useEffect, useMemo, useRef, useState } from "react";
import { type Location, useLocation, useNavigate } from "react-router-dom";
import { VIEW_PARAM } from "../../api/paths";
import type { BlockDeclaration } from "./declaration";
import { defaultView, readView, type ViewState, type ViewStates, writeView } from "./viewState";

/** The pause in typing before a search is added to the address: browsers limit the number of changes. */
const TYPING_MS = 300;

/** The choices of a screen, and the way to change one of them. */
export type ScreenChoices = {
  of(declaration: BlockDeclaration): ViewState;
  /** Changes the choices of a block; the function is stable. */
  chooserOf(id: string): (change: Partial<ViewState>) => void;
};

const ignore = () => undefined;

/**
 * The choices of a screen's blocks. They are shown at once and then written to the address, replacing its history entry:
 * Back leaves the screen instead of stepping through its choices.
 *
 * @param declarations the blocks of the screen; a stable array
 */
export function useChoices(declarations: readonly BlockDeclaration[]): ScreenChoices {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const text = new URLSearchParams(search).get(VIEW_PARAM) ?? "";
  const [choices, setChoices] = useState<ViewStates>(() => readView(text, declarations));
  const openings = useMemo(
    () => Object.fromEntries(declarations.map((one) => [one.id, defaultView(one)])),
    [declarations],
  );

  // The text last found in the address, and the one on its way there: the location changes some time after `navigate`.
  const known = useRef(text);
  const sent = useRef<{ readonly text: string; readonly from: Location } | null>(null);
  const wanted = writeView(choices, declarations);
  const addressed = useMemo(() => readView(text, declarations), [text, declarations]);
  const isWritten = wanted === writeView(addressed, declarations);
  const isTyping = declarations.some(
    ({ id }) => (choices[id]?.search ?? "") !== (addressed[id]?.search ?? ""),
  );
  useEffect(() => {
    const own = sent.current;
    // The choices made since are written after it.
    if (own?.from === location) return;
    sent.current = null;
    if (text !== known.current) {
      known.current = text;
      // Any text but the screen's own comes from a link or from Back.
      if (text !== own?.text) return setChoices(readView(text, declarations));
    }
    if (isWritten) return;
    const write = () => {
      sent.current = { text: wanted, from: location };
      const next = new URLSearchParams(search);
      if (wanted === "") next.delete(VIEW_PARAM);
      else next.set(VIEW_PARAM, wanted);
      navigate({ pathname, search: next.toString() }, { replace: true, preventScrollReset: true });
    };
    if (!isTyping) return write();
    const timer = setTimeout(write, TYPING_MS);
    return () => clearTimeout(timer);
  }, [isWritten, isTyping, wanted, text, declarations, location, pathname, search, navigate]);

  const choosers = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(openings).map(([id, opening]) => [
          id,
          (change: Partial<ViewState>) =>
            setChoices((before) => ({ ...before, [id]: { ...(before[id] ?? opening), ...change } })),
        ]),
      ),
    [openings],
  );
  return {
    of: (declaration) => choices[declaration.id] ?? openings[declaration.id] ?? defaultView(declaration),
    chooserOf: (id) => choosers[id] ?? ignore,
  };
}
