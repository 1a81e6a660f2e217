/** The file names of style sheets. The bundler defines them; tests and type checks have none. */
declare const BUNDLED_ADMIN_STYLES: string | undefined;
declare const BUNDLED_FORM_STYLES: string | undefined;
declare const BUNDLED_PLANNER_STYLES: string | undefined;
declare const BUNDLED_EXPLAIN_STYLES: string | undefined;
declare const BUNDLED_INSIGHTS_STYLES: string | undefined;
declare const BUNDLED_KEYBOARD_STYLES: string | undefined;
declare const BUNDLED_VIEWS_STYLES: string | undefined;
declare const BUNDLED_ANNOTATION_STYLES: string | undefined;
declare const BUNDLED_TARGET_STYLES: string | undefined;

export const ADMIN_STYLES = typeof BUNDLED_ADMIN_STYLES === "undefined" ? null : BUNDLED_ADMIN_STYLES;
export const EXPLAIN_STYLES = typeof BUNDLED_EXPLAIN_STYLES === "undefined" ? null : BUNDLED_EXPLAIN_STYLES;
export const INSIGHTS_STYLES =
  typeof BUNDLED_INSIGHTS_STYLES === "undefined" ? null : BUNDLED_INSIGHTS_STYLES;
export const PLANNER_STYLES = typeof BUNDLED_PLANNER_STYLES === "undefined" ? null : BUNDLED_PLANNER_STYLES;
export const KEYBOARD_STYLES =
  typeof BUNDLED_KEYBOARD_STYLES === "undefined" ? null : BUNDLED_KEYBOARD_STYLES;
export const ANNOTATION_STYLES =
  typeof BUNDLED_ANNOTATION_STYLES === "undefined" ? null : BUNDLED_ANNOTATION_STYLES;
export const TARGET_STYLES = typeof BUNDLED_TARGET_STYLES === "undefined" ? null : BUNDLED_TARGET_STYLES;
export const VIEWS_STYLES = typeof BUNDLED_VIEWS_STYLES === "undefined" ? null : BUNDLED_VIEWS_STYLES;

/** Of the tables, sliders and fields that all of these pages share (`kit/forms`). */
const FORM_STYLES = typeof BUNDLED_FORM_STYLES === "undefined" ? null : BUNDLED_FORM_STYLES;

/**
 * Loads a style sheet that is not part of the first load, and the one of forms, once. It resolves as well where a sheet
 * cannot be loaded: the page works without it.
 *
 * @param file its name, beside the page's script
 */
export async function loadStyles(file: string | null): Promise<void> {
  await Promise.all([FORM_STYLES, file].map(loadSheet));
}

function loadSheet(file: string | null): Promise<void> {
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
