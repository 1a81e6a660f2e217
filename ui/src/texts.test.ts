import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

/** Files in which texts that users see may be: those of a language, and what the server declares. */
const OF_TEXTS = /^texts\/\w\w\/|^generated\/|^texts\/language\.ts$/;
const NOT_SHOWN = /\.test\.tsx?$|\.d\.ts$|^test-setup\.ts$|testAnswers\.ts$/;

/** Attributes and properties with a text for people. */
const OF_PEOPLE =
  /^(title|label|placeholder|alt|detail|hint|heading|caption|message|note|overlapNote|empty|noneTicked|singular|aria-(label|description|roledescription|valuetext))$/;

/** Literals that look like texts and are not: selectors, fonts, attributes, commands, what the server says. */
const NO_TEXTS = new Set([
  "pages/admin/BackupsPage.tsx: bond restore '",
  "pages/admin/SystemPage.tsx: warning",
  "api/upload.ts: The upload was cancelled.",
  'figures/blocks/chart/Chart.tsx: 400 12px "Instrument Sans Variable"',
  'figures/blocks/chart/Chart.tsx: 600 12px "Instrument Sans Variable"',
  "figures/blocks/chart/sampleOption.ts: this year",
  "figures/blocks/chart/sampleOption.ts: last year",
  "figures/blocks/table/CellText.tsx: noopener noreferrer",
  "app/keyboard/keys.ts: input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]",
  "kit/Dialog.tsx: form :is(input:not([type=hidden]), select, textarea):enabled:not([type=radio]:not(:checked))",
  "kit/Popover.tsx: a[href], button, input, select, [tabindex]",
  "api/session/signIn.ts: Access not available",
  "api/session/secondFactor.ts: wrong code",
]);

/** A letter, and two words. */
const LETTER = /\p{L}/u;
const WORDS = /\p{L}\p{Ll}+[,.]? \p{L}\p{Ll}+/u;

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** The texts of a string or template. */
function literals(node: Node): string[] {
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : [];
  if (node.type !== "TemplateLiteral") return [];
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
}

/** The name of an attribute or property; empty if it is computed. */
function nameOf({ name, key }: Node): string {
  const named = isNode(name) ? name : key;
  if (!isNode(named)) return "";
  return String(named.name ?? named.value ?? "");
}

/** The texts in a source that belong in a file of texts. */
function hardCoded(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: Node, isForPeople: boolean) => {
    // What is thrown is for developers; imports and types name things.
    const isError =
      (node.type === "NewExpression" || node.type === "CallExpression") &&
      /Error$/.test(String((node.callee as Node).name));
    if (isError || /^(Import|TS)(?!NonNull|As|Satisfies)/.test(node.type)) return;
    if (node.type === "JSXText" && LETTER.test(String(node.value))) found.push(String(node.value).trim());
    for (const text of literals(node)) {
      if (WORDS.test(text) || (isForPeople && LETTER.test(text))) found.push(text);
    }
    const isNamed = node.type === "JSXAttribute" || node.type === "Property";
    const ofValue = isNamed ? OF_PEOPLE.test(nameOf(node)) : false;
    // What an expression chooses between is for people too; what a call is given need not be.
    const passes = /^(JSXExpressionContainer|ConditionalExpression|LogicalExpression|TSAsExpression)$/;
    for (const [key, value] of Object.entries(node)) {
      const inner = isNamed
        ? key === "value" && ofValue
        : isForPeople && passes.test(node.type) && key !== "test";
      for (const child of [value].flat()) if (isNode(child)) visit(child, inner);
    }
  };
  visit(parseSync(file, source).program as unknown as Node, false);
  return found;
}

describe("the texts of the page", () => {
  it("are in files of texts alone", () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
    const checked = files.filter(
      (file) => /\.tsx?$/.test(file) && !OF_TEXTS.test(file) && !NOT_SHOWN.test(file),
    );
    expect(checked.length).toBeGreaterThan(200);
    const found = checked.flatMap((file) =>
      hardCoded(file, readFileSync(join(import.meta.dirname, file), "utf8")).map(
        (text) => `${file}: ${text}`,
      ),
    );
    expect(found.filter((text) => !NO_TEXTS.has(text))).toEqual([]);
    expect([...NO_TEXTS].filter((text) => !found.includes(text))).toEqual([]);
  });

  it.each([
    ["<p>Hello</p>", "Hello"],
    ['<p title="Hello" />', "Hello"],
    [`<p aria-label={isOpen ? \`Close \${name}\` : copy.open} />`, "Close "],
    ['const column = { label: "Name" };', "Name"],
    [`const text = \`No \${name} was found here\`;`, " was found here"],
    ['notify({ status: "error", message: failure ?? "Broken" });', "Broken"],
  ])("are found: %s", (source, text) => {
    expect(hardCoded("example.tsx", source)).toEqual([text]);
  });

  it.each([
    ['<p className="wide" title={copy.title}>{copy.text}: {count} %</p>'],
    ['throw new Error("The page has no root.");'],
    ['const label = texts.get("name"); const option = { value: "name", label };'],
    ['import { day } from "./day of week";'],
  ])("are not found: %s", (source) => {
    expect(hardCoded("example.tsx", source)).toEqual([]);
  });
});
