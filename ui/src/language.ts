import type { Language } from "./api/generated/wire";

/** The language of this bundle. The bundler defines it; tests and type checks are in English. */
declare const BUNDLED_LANGUAGE: Language | undefined;

/** The language of the page. The server sends the bundle of the chosen language, so it does not change while it runs. */
export const LANGUAGE: Language = typeof BUNDLED_LANGUAGE === "undefined" ? "en" : BUNDLED_LANGUAGE;

/** By whose rules numbers, days and lists are written. */
const LOCALES: Readonly<Record<Language, string>> = { en: "en-US", de: "de-DE", es: "es-ES" };

export const LOCALE = LOCALES[LANGUAGE];

/** The languages by their own names. They are the same in every language. */
export const LANGUAGES: readonly { readonly value: Language; readonly label: string }[] = [
  { value: "en", label: "English" },
  { value: "de", label: "Deutsch" },
  { value: "es", label: "Español" },
];

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
