/** One tick of a round scale, as the two ends of its line. */
export type Tick = { x1: number; y1: number; x2: number; y2: number };

/** A round scale: centre, inner and outer radius, and its extent either side of the top. */
export type Scale = {
  cx: number;
  cy: number;
  inner: number;
  outer: number;
  /** In degrees; 180 would close the circle. */
  spread: number;
};

/** The tick at a share (0 to 1) of the scale, clockwise from its lower left end. */
export function tickAt(scale: Scale, share: number, lengthen = 0): Tick {
  const angle = ((-scale.spread + 2 * scale.spread * share) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const round = (n: number) => Math.round(n * 100) / 100;
  const [inner, outer] = [scale.inner - lengthen, scale.outer + lengthen];
  return {
    x1: round(scale.cx + inner * sin),
    y1: round(scale.cy - inner * cos),
    x2: round(scale.cx + outer * sin),
    y2: round(scale.cy - outer * cos),
  };
}

/** Evenly spaced ticks from one end of the scale to the other. */
export function ticks(scale: Scale, count: number): Tick[] {
  return Array.from({ length: count }, (_, i) => tickAt(scale, i / (count - 1)));
}

/** The ticks as the data of a path: one element for all. */
export function pathOf(ticks: readonly Tick[]): string {
  return ticks.map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`).join("");
}
