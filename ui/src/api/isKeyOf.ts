/** Whether a word, such as one from an address or an answer, is a key of a table. */
export const isKeyOf = <T extends object>(table: T, word: PropertyKey): word is keyof T =>
  Object.hasOwn(table, word);
