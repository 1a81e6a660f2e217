/** The part used of an element that the library draws. */
type Drawn = { type?: string; style?: { rich?: Record<string, { fontFamily?: string }> } };
/** The part used of the library's canvas. */
type Canvas<E> = { add(element: E): void };

/** Sets the font of every part of a rich text; does not change other elements. */
function giveFont(element: Drawn, font: string): void {
  const rich = element.type === "text" ? element.style?.rich : undefined;
  for (const part of Object.values(rich ?? {})) part.fontFamily = font;
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
