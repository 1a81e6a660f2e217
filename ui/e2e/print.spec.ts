import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MONITOR, open } from "./page";
import { expect, test } from "./test";

const POPPLER = join(import.meta.dirname, "../../.ci/poppler");

/** The text of a PDF, by page. */
async function textOf(pdf: Buffer): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "bond-print-"));
  try {
    const file = join(folder, "printed.pdf");
    await writeFile(file, pdf);
    const program = execFileSync(POPPLER, { encoding: "utf8" }).trim();
    const text = execFileSync(program, ["-layout", file, "-"], { encoding: "utf8" });
    return text.split("\f").slice(0, -1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const SCREENS = [
  { route: MONITOR, figures: 20, texts: ["Avg Login/Member"] },
  { route: "/user-dashboard/logins-breakdown", figures: 20, texts: ["Logins Breakdown", "Total Logins"] },
  { route: "/emails-dashboard/performance-breakdown", figures: 40, texts: ["Unique Opens"] },
] as const;

for (const theme of ["light", "dark"] as const)
  test(`screens are printed on A4 with figures and without controls; from the ${theme} theme`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    for (const { route, figures, texts } of SCREENS) {
      await open(page, route);
      const pages = await textOf(
        await page.pdf({ format: "A4", preferCSSPageSize: true, printBackground: true }),
      );
      const text = pages.join("\n");
      for (const shown of texts) expect(text, route).toContain(shown);
      expect(text.match(/\d[\d,.]*%?/g)?.length ?? 0, route).toBeGreaterThan(figures);
      for (const control of ["Export", "See Breakdown", "Sign Out", "View by", "Show all", "Filters"])
        expect(text, route).not.toContain(control);
      // No sheet is empty.
      for (const [at, sheet] of pages.entries())
        expect(sheet.trim().length, `${route}, page ${at + 1}`).toBeGreaterThan(0);
    }
  });

test("cards and charts are on one sheet each", async ({ page }) => {
  await open(page, "/user-dashboard/logins-breakdown");
  await page.emulateMedia({ media: "print" });
  const broken = await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    const charts = [...document.querySelectorAll("main figure, main canvas")].filter((one) =>
      one.checkVisibility(),
    );
    const holds = (one: Element | null): boolean =>
      one !== null && (getComputedStyle(one).breakInside === "avoid" || holds(one.parentElement));
    return { charts: charts.length, broken: charts.filter((one) => !holds(one)).length };
  });
  expect(broken.charts).toBeGreaterThan(0);
  expect(broken.broken).toBe(0);
});
