/**
 * A key for each name that no other has: the name, and which of its namesakes it is in the order of the
 * answer. Two groups may be called the same, and each is folded, hidden and drawn for itself; no order
 * chosen later and no other group that comes or goes changes a key.
 */
export function ownKeys(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return `${nth} ${name}`;
  });
}
