/**
 * A unique key for each name: the name, and its number among equal names in the order of the
 * answer. Two groups may have the same name, and each is collapsed, hidden and drawn separately. Keys do not
 * depend on sorting or on other groups.
 */
export function ownKeys(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return `${nth} ${name}`;
  });
}
