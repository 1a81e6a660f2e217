/** The geometry of a waterfall: each step begins where the one before it ends. */

/** A cause with its effect; null where it is hidden, which takes no room. */
export type Caused = {
  readonly effect: number | null;
  readonly inside: { readonly causes: readonly Caused[] } | null;
};

/** A step in percent of the plot's width: its bar, where the whole begins, and the steps within it. */
export type ScaledStep = {
  readonly x: number;
  readonly width: number;
  readonly zero: number;
  readonly inside: Scale;
};

/** The steps of some causes, in their order. */
export type Scale = readonly ScaledStep[];

type Ends = { readonly from: number; readonly to: number; readonly inside: readonly Ends[] };

/** From where to where each cause leads, and those within it, which lead from its start to its end. */
function endsOf(causes: readonly Caused[], start: number): Ends[] {
  let at = start;
  return causes.map(({ effect, inside }) => {
    const from = at;
    at += effect ?? 0;
    return { from, to: at, inside: inside ? endsOf(inside.causes, from) : [] };
  });
}

const allOf = (ends: readonly Ends[]): number[] => ends.flatMap(({ to, inside }) => [to, ...allOf(inside)]);

/** The steps of effects, all of them on one scale. */
export function scaleOf(causes: readonly Caused[]): Scale {
  const ends = endsOf(causes, 0);
  const all = [0, ...allOf(ends)];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const x = (value: number) => (100 * (value - low)) / span;
  const scaled = (some: readonly Ends[], start: number): Scale =>
    some.map(({ from, to, inside }) => ({
      x: Math.min(x(from), x(to)),
      width: Math.abs(x(to) - x(from)),
      zero: x(start),
      inside: scaled(inside, from),
    }));
  return scaled(ends, 0);
}
