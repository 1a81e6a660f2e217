import { upsell as copy } from "./copy";

/**
 * The address that opens a draft to the account manager. It names no receiver: only the reader knows
 * who that is.
 *
 * @param program the program's name, where it is known already
 */
export function upgradeDraft(product: string, program: string | undefined): string {
  const parts = { subject: copy.draftSubject(product), body: copy.draftBody(product, program) };
  // Not URLSearchParams: mail programs show its plus signs as they are.
  const written = Object.entries(parts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:?${written.join("&")}`;
}
