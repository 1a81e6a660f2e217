import { LANGUAGE } from "../texts/language";

type Named = Readonly<Record<string, unknown>>;

/**
 * Gives what an answer names by an id its name in the page's language: a `label`, and the `name` of a cause, next to a
 * `key`, `part` or `metric`. What has another id keeps what the server calls it. The server's own names are English.
 *
 * @param names by id
 * @param texts other fields with a text of the server, by id
 */
export function namesOf(
  names: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
  language = LANGUAGE,
): <A>(answer: A) => A {
  if (language === "en") return (answer) => answer;
  const idOf = ({ key, part, metric }: Named) =>
    [key, part, metric].find((id): id is string => typeof id === "string" && Object.hasOwn(names, id));
  const textOf = (id: string | undefined, field: string, given: unknown) => {
    if (id === undefined || typeof given !== "string") return undefined;
    return field === "label" || field === "name" ? names[id] : texts[id]?.[field];
  };
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== "object" || value === null) return value;
    const id = idOf(value as Named);
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => [field, textOf(id, field, inner) ?? named(inner)]),
    );
  };
  return <A>(answer: A) => named(answer) as A;
}
