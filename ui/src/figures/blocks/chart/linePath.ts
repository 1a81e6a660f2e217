/** A place in a drawing. */
export type Place = readonly [x: number, y: number];
/** The least and the greatest value of an axis. */
type Ends = readonly [least: number, greatest: number];

/** Where values lie in a drawing: the least at its left and its bottom. */
export function placesIn(
  { width, height, margin }: { readonly width: number; readonly height: number; readonly margin: number },
  [left, right]: Ends,
  [bottom, top]: Ends,
): (x: number, y: number) => Place {
  return (x, y) => [
    margin + ((x - left) / (right - left)) * (width - 2 * margin),
    height - margin - ((y - bottom) / (top - bottom)) * (height - 2 * margin),
  ];
}

const round = (n: number) => Math.round(n * 100) / 100;

/** A line through places, as SVG writes it. */
export function linePath(places: readonly Place[]): string {
  return places.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
}
