import type { AccountManager } from "../api/generated/wire";
import { upsell as copy } from "./copy";

/** An address of mail in a link: only its `@` may stay as it is. */
const written = (mail: string) => encodeURIComponent(mail).replaceAll("%40", "@");

/**
 * The address that opens a draft to the account manager. Where nobody has set who that is, the reader fills it in.
 *
 * @param program the program's name, where it is known already
 */
export function upgradeDraft(
  product: string,
  program: string | undefined,
  manager: AccountManager | null,
): string {
  const parts = { subject: copy.draftSubject(product), body: copy.draftBody(product, program) };
  // Not URLSearchParams: mail programs show its plus signs as they are.
  const fields = Object.entries(parts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${manager ? written(manager.mail) : ""}?${fields.join("&")}`;
}

/** The number to dial of a phone number as people write it. */
export function dialled(phone: string): string {
  return phone.replace(/[^\d+]/g, "");
}
