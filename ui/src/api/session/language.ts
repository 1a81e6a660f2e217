import type { Language } from "../../generated/wire";
import { LANGUAGE } from "../../texts/language";
import { BASE } from "../base";

/** The cookie by which the server chooses the bundle; without it, the language of the browser counts. */
const COOKIE = "bond_language";
const YEAR_SECONDS = 31_536_000;

const isKept = (language: Language) => document.cookie.split("; ").includes(`${COOKIE}=${language}`);

function keep(language: string, seconds: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
  document.cookie = `${COOKIE}=${language}; Path=${BASE || "/"}; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

/** Shows the page in a language in this browser from now on. */
export function chooseLanguage(language: Language): void {
  keep(language, YEAR_SECONDS);
  if (language !== LANGUAGE) location.reload();
}

/** Leaves the choice of the language to the browser again. */
export function forgetLanguage(): void {
  keep("", 0);
  location.reload();
}

/**
 * Whether the page must be loaded again to be in a language. It need not where that was tried already: the server has no
 * page in this language, or the browser keeps no cookies.
 */
export function mustSwitchTo(language: Language | undefined): language is Language {
  return language !== undefined && language !== LANGUAGE && !isKept(language);
}
