import { upsell as copy } from "#texts/screens";
import type { AccountManager } from "../../generated/wire";

/** An e-mail address for a link: everything but its `@` is encoded. */
const written = (mail: string) => encodeURIComponent(mail).replaceAll("%40", "@");

/**
 * The link that opens a draft to the account manager. If none is set, the reader fills in the address.
 *
 * @param program the program's name, if known
 */
export function upgradeDraft(
  product: string,
  program: string | undefined,
  manager: AccountManager | null,
): string {
  const parts = { subject: copy.draftSubject(product), body: copy.draftBody(product, program) };
  // Not URLSearchParams: mail programs show its plus signs literally.
  const fields = Object.entries(parts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${manager ? written(manager.mail) : ""}?${fields.join("&")}`;
}

/** The digits to dial for a phone number as people write it. */
export function dialled(phone: string): string {
  return phone.replace(/[^\d+]/g, "");
}
