/** The part used of an element that the library draws. */
type Style = { fontFamily?: string; fontWeight?: number };
type Drawn = { type?: string; style?: Style & { rich?: Record<string, Style> } };
/** The part used of the library's canvas. */
type Canvas<E> = { add(element: E): void };

/** The name of the style of figures in a tooltip. */
export const FIGURE_STYLE = "figure";

/** Sets the font of a rich text and of its parts, and adds the style of figures; does not change other elements. */
function giveFont({ type, style }: Drawn, font: string): void {
  if (type !== "text" || !style?.rich) return;
  style.rich[FIGURE_STYLE] = { fontWeight: 600 };
  for (const part of [style, ...Object.values(style.rich)]) part.fontFamily = font;
}

/**
 * Draws tooltips in the page's font. The library sets no font for tooltips without HTML and has no
 * option for it, so they would have the browser's default: each text gets a font when it is added to the
 * canvas.
 */
export function setTooltipFont<E extends object>(canvas: Canvas<E>, font: string): void {
  const add = canvas.add.bind(canvas);
  canvas.add = (element) => {
    giveFont(element as Drawn, font);
    add(element);
  };
}
