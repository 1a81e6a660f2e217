import { useMemo } from "react";
import { VIEW_PARAM } from "../../api/paths";
import { type Codec, useAddress } from "../../api/useAddress";
import type { BlockDeclaration } from "./declaration";
import { defaultView, readView, type ViewState, type ViewStates, writeView } from "./viewState";

/** The pause in typing before a search is added to the address. */
const TYPING_MS = 300;

type Change = (change: Partial<ViewState>) => void;

const ignore: Change = () => undefined;

/**
 * How the blocks of a screen are shown, in the address, and the functions that change it, which are stable.
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
  const defaults = useMemo(
    () => Object.fromEntries(declarations.map((one) => [one.id, defaultView(one)])),
    [declarations],
  );
  const changes = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(defaults).map(([id, standard]): [string, Change] => [
          id,
          (chosen) =>
            change(
              (before) => ({ ...before, [id]: { ...(before[id] ?? standard), ...chosen } }),
              chosen.search === undefined ? 0 : TYPING_MS,
            ),
        ]),
      ),
    [defaults, change],
  );
  return {
    of: (declaration: BlockDeclaration) =>
      states[declaration.id] ?? defaults[declaration.id] ?? defaultView(declaration),
    changeOf: (id: string) => changes[id] ?? ignore,
  };
}
