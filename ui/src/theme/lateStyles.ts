/** The file name of the administration's style sheet. The bundler defines it; tests and type checks have none. */
declare const BUNDLED_ADMIN_STYLES: string | undefined;
/** That of the explanations, likewise. */
declare const BUNDLED_EXPLAIN_STYLES: string | undefined;

export const ADMIN_STYLES = typeof BUNDLED_ADMIN_STYLES === "undefined" ? null : BUNDLED_ADMIN_STYLES;
export const EXPLAIN_STYLES = typeof BUNDLED_EXPLAIN_STYLES === "undefined" ? null : BUNDLED_EXPLAIN_STYLES;

/**
 * Loads a style sheet that is not part of the first load, once. It resolves as well where the sheet cannot be loaded: the
 * page works without it.
 *
 * @param file its name, beside the page's script
 */
export function loadStyles(file: string | null): Promise<void> {
  if (file === null) return Promise.resolve();
  const { href } = new URL(file, import.meta.url);
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => resolve();
    document.head.append(link);
  });
}
