import type { Page } from "@playwright/test";

/** What can be pressed or focused. */
export const ACTIVE =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex='0']";

/** Targets smaller than this, including the space around them that reacts to a press. */
export function smallTargets(page: Page, size: number): Promise<string[]> {
  return page.evaluate(
    ([active, size]) =>
      [...document.querySelectorAll<HTMLElement>(active)].flatMap((element) => {
        const target = element.closest("label") ?? element;
        // A link in a sentence is as high as its line; a scrollable box is no target.
        const isExempt = element.matches(
          "p a, td a, th a, [tabindex='0']:not(a, button, input, select), .sr-only, a[href='#main']",
        );
        if (isExempt || !element.checkVisibility() || element.closest("[inert]")) return [];
        target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const { left, top, width, height } = target.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const half = size / 2 - 1;
        const answers = (dx: number, dy: number) => {
          const hit = document.elementFromPoint(x + dx, y + dy);
          return (
            hit !== null &&
            (target.contains(hit) ||
              hit.closest("label") === target ||
              (hit.contains(target) === false && hit.closest("button, a, label") === target))
          );
        };
        if (!answers(0, 0)) return [];
        const isLarge = [
          [0, -half],
          [0, half],
          [-half, 0],
          [half, 0],
        ].every(([dx = 0, dy = 0]) => answers(dx, dy));
        return isLarge
          ? []
          : [
              `${target.tagName} "${(element.getAttribute("aria-label") ?? target.textContent ?? "").slice(0, 40)}" ${Math.round(width)}x${Math.round(height)}`,
            ];
      }),
    [ACTIVE, size] as const,
  );
}
