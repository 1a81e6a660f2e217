import { useCallback, useEffect, useReducer } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** How a value is written in a parameter of the address. The text of a missing parameter, which needs none, is empty. */
export type Codec<T> = {
  /** A person may have edited the text: what cannot be read is the default. */
  read(text: string): T;
  write(value: T): string;
};

/** A value, and the texts that the address may have: the one it was chosen at, and those on their way there. */
type Chosen<T> = {
  readonly value: T;
  readonly pathname: string;
  readonly texts: readonly string[];
  readonly pauseMs: number;
};

const after = <T>(before: Chosen<T>, change: (before: Chosen<T>) => Chosen<T>) => change(before);

/**
 * A value that a parameter of the address has. What is chosen shows at once and is then written to the address, in its
 * history entry: Back leaves the screen instead of stepping through its choices. A link or Back to another text reads it.
 *
 * @param codec always the same object, or a new one for each meaning of the parameter
 * @returns the value, and a function that changes it: the same one while the codec is. It may wait with the address until
 * no more is chosen for `pauseMs`, as while a reader types: browsers limit the number of changes.
 */
export function useAddress<T>(param: string, codec: Codec<T>) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const text = new URLSearchParams(search).get(param) ?? "";
  const read = (): Chosen<T> => ({ value: codec.read(text), pathname, texts: [text], pauseMs: 0 });
  // A reducer, because React lets `useState` apply a change to the state of a drawing that it then throws away.
  const [state, setState] = useReducer(after<T>, undefined, read);
  const at = state.pathname === pathname ? state.texts.indexOf(text) : -1;
  // The address has arrived at what was chosen, or it is that of a link or of Back.
  const chosen = at === 0 ? state : at > 0 ? { ...state, texts: state.texts.slice(at) } : read();
  if (chosen !== state) setState(() => chosen);
  const wanted = chosen.texts.at(-1) ?? text;
  const { pauseMs } = chosen;
  useEffect(() => {
    if (wanted === text) return;
    const write = () => {
      const next = new URLSearchParams(search);
      if (wanted === "") next.delete(param);
      else next.set(param, wanted);
      navigate({ pathname, search: next.toString() }, { replace: true, preventScrollReset: true });
    };
    if (pauseMs === 0) return write();
    const timer = setTimeout(write, pauseMs);
    return () => clearTimeout(timer);
  }, [wanted, text, pauseMs, param, pathname, search, navigate]);
  const change = useCallback(
    (to: (before: T) => T, pauseMs = 0) =>
      setState((before) => {
        const value = to(before.value);
        return { ...before, value, texts: [...before.texts, codec.write(value)], pauseMs };
      }),
    [codec],
  );
  return [chosen.value, change] as const;
}
