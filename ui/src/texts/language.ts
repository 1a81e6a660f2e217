import type { Language } from "../generated/wire";

/** The language of this bundle. The bundler defines it; tests and type checks are in English. */
declare const BUNDLED_LANGUAGE: Language | undefined;

/** The language of the page. The server sends the bundle of the chosen language, so it does not change while it runs. */
export const LANGUAGE: Language = typeof BUNDLED_LANGUAGE === "undefined" ? "en" : BUNDLED_LANGUAGE;

/** The languages by their own names, and by whose rules they write numbers, days and lists. */
export const LANGUAGES: readonly {
  readonly value: Language;
  readonly label: string;
  readonly locale: string;
}[] = [
  { value: "en", label: "English", locale: "en-US" },
  { value: "de", label: "Deutsch", locale: "de-DE" },
  { value: "es", label: "Español", locale: "es-ES" },
];

export const LOCALE = LANGUAGES.find(({ value }) => value === LANGUAGE)?.locale ?? "en-US";

/**
 * The texts of a file in another language: the same names, with any text in the place of the English one, and functions
 * that take the same.
 */
export type Translation<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : T extends readonly (infer E)[]
      ? readonly Translation<E>[]
      : { readonly [K in keyof T]: Translation<T[K]> };
