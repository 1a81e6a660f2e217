/**
 * The widths of the page at which its layout changes, in pixels. `@media` cannot read custom properties, so the style sheets
 * repeat them; `sheets.test.ts` rejects any other. A width in `below` belongs to the wider layout, one in `upTo` to the
 * narrower one.
 */
export const WIDTHS = {
  below: [360, 390, 900, 1100],
  upTo: [340, 400, 480, 600, 640, 720, 860, 1000, 1080],
  from: [600, 721, 900, 1100],
} as const;

const below = (width: (typeof WIDTHS.below)[number]) => `(max-width: ${width - 0.02}px)`;
const upTo = (width: (typeof WIDTHS.upTo)[number]) => `(max-width: ${width}px)`;

/** The page is too narrow for the sidebar. */
export const NARROW = below(900);
/** Trends cover the lower part of the page in place of standing beside it. */
export const COVERED = below(1100);
/** Blocks have the width of the page. */
export const PHONE = upTo(720);
