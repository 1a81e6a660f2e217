/** The path under which the page is served, such as "/bond"; empty at the root. The server writes it into the page. */
export const BASE = baseOf(globalThis.document);

/** Where no page is, as in the end-to-end tests, which read the declarations of the screens, the path is empty. */
function baseOf(page: Document | undefined): string {
  return page?.querySelector<HTMLMetaElement>('meta[name="bond-base"]')?.content ?? "";
}

/** A path of the address bar as the page's routes name it. */
export function withoutBase(path: string): string {
  return path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path;
}
