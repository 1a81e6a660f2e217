/** A file name of a title and the window it shows, safe on every system. */
export function fileName(
  title: string,
  window: { start: string; end: string } | null,
  extension: string,
): string {
  const slug = title
    .toLowerCase()
    .replaceAll("%", "percent")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const dates = window ? `_${window.start}_${window.end}` : "";
  return `${slug || "bond"}${dates}.${extension}`;
}

/** Hands a file to the reader. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers start reading the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Hands rows of CSV text to the reader. */
export function saveCsv(name: string, csv: string): void {
  saveFile(name, new Blob([csv], { type: "text/csv;charset=utf-8" }));
}
