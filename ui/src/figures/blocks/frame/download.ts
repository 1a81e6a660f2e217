/** Longer parts of a file name are cut, in characters and in bytes: every system limits the length of names. */
const LONGEST_PART = 60;
const MOST_BYTES = 90;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

function partOf(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll("%", "percent")
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  const letters = [...words].slice(0, LONGEST_PART);
  while (bytesOf(letters.join("")) > MOST_BYTES) letters.pop();
  return letters.join("").replace(/^-+|-+$/g, "");
}

/**
 * A file name, safe on every system: the screen, the title of the figures, and their window.
 *
 * @param titles from the screen to the block
 */
export function fileName(
  titles: readonly string[],
  window: { start: string; end: string } | null,
  extension: string,
): string {
  const parts = titles.map(partOf).filter((part) => part !== "");
  const dates = window ? [window.start, window.end] : [];
  return `${[...(parts.length > 0 ? parts : ["bond"]), ...dates].join("_")}.${extension}`;
}

/** Saves a file on the reader's device. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers start reading the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves CSV text as a file. */
export function saveCsv(name: string, csv: string): void {
  saveFile(name, new Blob([csv], { type: "text/csv;charset=utf-8" }));
}
