/** The configurations in which the tour shows each screen, and what it asks of any page. */
import { expect, type Page } from "@playwright/test";
import {
  cutTexts,
  type Device,
  expectNoViolations,
  PHONE,
  picture,
  smallTargets,
  unmarked,
  waitForAnimations,
  ZOOMED,
} from "./looks";
import { expectNoHorizontalOverflow } from "./page";
import type { test } from "./test";

/** A window, a theme and a language. */
type Configuration = {
  readonly name: string;
  readonly use: Parameters<typeof test.use>[0];
  readonly isGerman?: boolean;
  /** What {@link checkPage} calls it, if it is one of its windows. */
  readonly device?: Device;
  /** The least size of a target in pixels: under a finger, or a mouse. */
  readonly target: 24 | 44;
  /** Whether axe checks each screen, or one of each kind; its rules give the same in the others. */
  readonly axe?: "every" | "kind";
};

export const CONFIGURATIONS: readonly Configuration[] = [
  { name: "a desktop in light", use: { colorScheme: "light" }, device: "desktop", target: 24, axe: "every" },
  {
    name: "a phone in dark",
    use: { ...PHONE, colorScheme: "dark" },
    device: "phone",
    target: 44,
    axe: "kind",
  },
  {
    name: "a phone of 320 px",
    use: { ...PHONE, viewport: { width: 320, height: 568 }, colorScheme: "light" },
    target: 44,
  },
  {
    name: "German at 200 %",
    use: { viewport: ZOOMED, locale: "de-DE", colorScheme: "dark" },
    isGerman: true,
    target: 24,
  },
];

/** Asks of a page in a configuration what can be asked of any. */
export async function expectGoodLooks(
  page: Page,
  what: string,
  { name, target, axe }: Configuration,
  known = { kind: false, colours: false },
): Promise<void> {
  await waitForAnimations(page);
  await picture(page, `${what.replace(/^\//, "")}, ${name}`, true);
  if (axe === "every" || (axe === "kind" && !known.kind))
    await expectNoViolations(page, what, { rules: known.colours ? "others" : "all" });
  if (target === 24) expect.soft(await unmarked(page), `${what}: focus`).toEqual([]);
  await expectNoHorizontalOverflow(page);
  expect.soft(await cutTexts(page), `${what}: cut texts`).toEqual([]);
  expect.soft(await smallTargets(page, target), `${what}: small targets`).toEqual([]);
}
