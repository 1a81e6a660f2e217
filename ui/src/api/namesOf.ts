type Named = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Named => typeof value === "object" && value !== null;

/**
 * Gives what an answer names by an id its name in the page's language: a `label`, and the `name` of a cause, next to a
 * `key`, `part` or `metric`. What has another id keeps what the server calls it.
 *
 * @param names by id
 */
export function namesOf(names: Readonly<Record<string, string>>): <A>(answer: A) => A {
  const nameOf = ({ key, part, metric }: Named) =>
    [key, part, metric].flatMap((id) =>
      typeof id === "string" && Object.hasOwn(names, id) ? [names[id]] : [],
    )[0];
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    if (!isObject(value)) return value;
    const name = nameOf(value);
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => [
        field,
        name !== undefined && (field === "label" || field === "name") ? name : named(inner),
      ]),
    );
  };
  return <A>(answer: A) => named(answer) as A;
}
