/** The geometry of a waterfall: each step begins where the one before it ends. */

/** A step in percent of the plot's width: its bar, and where nothing has moved yet. */
export type ScaledStep = { readonly x: number; readonly width: number; readonly zero: number };

/** The steps of some causes, in their order. */
export type Scale = readonly ScaledStep[];

/** The steps of effects; one that is hidden takes no room. */
export function scaleOf(causes: readonly { readonly effect: number | null }[]): Scale {
  let at = 0;
  const ends = causes.map(({ effect }) => {
    const from = at;
    at += effect ?? 0;
    return [from, at] as const;
  });
  const all = [0, ...ends.map(([, to]) => to)];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const x = (value: number) => (100 * (value - low)) / span;
  return ends.map(([from, to]) => ({
    x: Math.min(x(from), x(to)),
    width: Math.abs(x(to) - x(from)),
    zero: x(0),
  }));
}
