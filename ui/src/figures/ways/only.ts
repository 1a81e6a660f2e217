/** The word of a block in the address that shows only one row of it. */
export const ONLY = "only-";

/** A text of a person as part of such a word: without the signs that have a meaning there. */
export const escaped = (text: string) => text.replace(/[%*]/g, (sign) => (sign === "%" ? "%25" : "%2A"));

/** The choices that show only one row of some blocks. */
export const onlyIn = (blocks: readonly string[], name: string) =>
  blocks.map((id) => `${id}.${ONLY}${escaped(name)}`).join("*");
