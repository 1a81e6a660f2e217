/** What is used of an element that the library draws. */
type Drawn = { type?: string; style?: { rich?: Record<string, { fontFamily?: string }> } };
/** What is used of the library's canvas. */
type Canvas<E> = { add(element: E): void };

/** Names the font of every part of a rich text; other elements are left alone. */
function giveFont(element: Drawn, font: string): void {
  const rich = element.type === "text" ? element.style?.rich : undefined;
  for (const part of Object.values(rich ?? {})) part.fontFamily = font;
}

/**
 * Draws tooltips in the page's font. The library names no font for tooltips without HTML and has no
 * option to, so they would stand in the browser's own: each text is given one when it is put on the
 * canvas.
 */
export function setTooltipFont<E extends object>(canvas: Canvas<E>, font: string): void {
  const add = canvas.add.bind(canvas);
  canvas.add = (element) => {
    giveFont(element as Drawn, font);
    add(element);
  };
}
