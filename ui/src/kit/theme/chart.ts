import type { Theme } from "./choice";

/** The colours and the font of a chart, taken from the design tokens. */
export type ChartTheme = {
  /** Eight colours by position. */
  colors: string[];
  gridLine: string;
  axis: string;
  cursor: string;
  /** The previous period's dashed line. */
  prev: string;
  ink: string;
  ink2: string;
  surface: string;
  line: string;
  font: string;
};

const cache = new Map<Theme, ChartTheme>();

/**
 * The chart theme of the current theme. One object per theme, so that options built from it can be
 * memoised. A canvas cannot read custom properties itself.
 */
export function chartTheme(theme: Theme): ChartTheme {
  const known = cache.get(theme);
  if (known) return known;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const made: ChartTheme = {
    colors: [1, 2, 3, 4, 5, 6, 7, 8].map((i) => token(`c${i}`)),
    gridLine: token("grid-line"),
    axis: token("axis"),
    cursor: token("cursor"),
    prev: token("prev"),
    ink: token("ink"),
    ink2: token("ink-2"),
    surface: token("surface"),
    line: token("line"),
    font: token("font"),
  };
  // Before the style sheet is loaded the tokens are empty, and are not cached.
  if (made.ink && document.documentElement.dataset.theme === theme) cache.set(theme, made);
  return made;
}
