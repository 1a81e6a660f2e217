import { useMemo } from "react";
import { VIEW_PARAM } from "../../api/paths";
import { type Codec, useAddress } from "../../api/useAddress";
import type { BlockDeclaration } from "./declaration";
import { defaultView, readView, type ViewState, type ViewStates, writeView } from "./viewState";

/** The pause in typing before a search is added to the address. */
const TYPING_MS = 300;

/** All rows again wherever only the one of this name was shown: a way on chooses it in several blocks at once. */
function withoutOnly(states: ViewStates, name: string | undefined): ViewStates {
  const all = Object.entries(states).map(([id, state]) => [
    id,
    state.only === name ? { ...state, only: "" } : state,
  ]);
  return Object.fromEntries(all);
}

/**
 * The blocks of a screen, how each is shown, as the address has it, and the function that changes it, which is stable.
 *
 * @param declarations the blocks of the screen; a stable array
 */
export function useViewStates(declarations: readonly BlockDeclaration[]) {
  const codec = useMemo(
    (): Codec<ViewStates> => ({
      read: (text) => readView(text, declarations),
      write: (states) => writeView(states, declarations),
    }),
    [declarations],
  );
  const [states, change] = useAddress(VIEW_PARAM, codec);
  const blocks = useMemo(
    () =>
      declarations.map((declaration) => {
        const [id, unchanged] = [declaration.id, defaultView(declaration)];
        const onChoose = (chosen: Partial<ViewState>) =>
          change(
            (before) => {
              const states = chosen.only === "" ? withoutOnly(before, before[id]?.only) : before;
              return { ...states, [id]: { ...(states[id] ?? unchanged), ...chosen } };
            },
            chosen.search === undefined ? 0 : TYPING_MS,
          );
        return { declaration, unchanged, onChoose };
      }),
    [declarations, change],
  );
  return blocks.map(({ declaration, unchanged, onChoose }) => ({
    declaration,
    choice: states[declaration.id] ?? unchanged,
    onChoose,
  }));
}
