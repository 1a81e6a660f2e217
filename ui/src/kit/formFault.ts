import type { Fault } from "./parts/errors";

/** What is wrong: at the fields by their name, and the rest. `summary` is what the fields say, with their labels. */
export type FormFault = {
  readonly at: Readonly<Record<string, string>>;
  readonly rest: readonly string[];
  readonly summary: readonly string[];
};

export const NO_FAULT: FormFault = { at: {}, rest: [], summary: [] };

/** A field that a form shows. */
type ShownField = { readonly name: string; readonly label: string; focus(): void };

/** The fields of a form that have a name, in their order. */
export function fieldsOf(form: HTMLFormElement | null): readonly ShownField[] {
  return [...(form?.elements ?? [])].flatMap((element): ShownField[] => {
    const name = element.getAttribute("name");
    if (!name || !(element instanceof HTMLElement)) return [];
    const isList = element instanceof HTMLFieldSetElement;
    const labels = "labels" in element && element.labels instanceof NodeList ? [...element.labels] : [];
    const [label] = isList ? element.querySelectorAll("legend") : labels;
    const target = isList ? element.querySelector<HTMLElement>("input") : element;
    return [{ name, label: label?.textContent ?? "", focus: () => target?.focus() }];
  });
}

/** Faults at the fields that are shown; one of a part of a field, such as `roles[2]`, at the field. */
export function placed(faults: readonly Fault[], fields: readonly ShownField[]): FormFault {
  const at: Record<string, string> = {};
  const rest: string[] = [];
  const summary: string[] = [];
  for (const { field, text, full } of faults) {
    const shown = [field, /^\w+/.exec(field ?? "")?.[0]].flatMap(
      (path) => fields.find(({ name }) => name === path) ?? [],
    )[0];
    if (!shown) {
      rest.push(full);
      continue;
    }
    const said = shown.label === "" ? text : `${shown.label}: ${text}`;
    // Once, where several parts of a field have the same fault.
    if (summary.includes(said)) continue;
    summary.push(said);
    const before = at[shown.name];
    at[shown.name] = before === undefined ? text : `${before}\n${text}`;
  }
  return { at, rest, summary };
}
