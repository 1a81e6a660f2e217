import { chromium } from "@playwright/test";
const [,, tag, ...sets] = process.argv;
const BASE = process.env.BASE, PW = process.env.PW, EXE = process.env.EXE;
const SETS = {
  w: { viewport: { width: 1440, height: 900 }, colorScheme: "light", locale: "en-US" },
  wd: { viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "en-US" },
  m: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "light", locale: "en-US" },
  md: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark", locale: "en-US" },
  de: { viewport: { width: 1366, height: 768 }, colorScheme: "light", locale: "de-DE" },
  es: { viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "es-ES" },
  dem: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "light", locale: "de-DE" },
  esm: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "light", locale: "es-ES" },
};
const routes = process.env.ROUTES.split("|");
const browser = await chromium.launch({ executablePath: EXE, args: ["--no-sandbox"] });
for (const set of sets) {
  const context = await browser.newContext(SETS[set]);
  const page = await context.newPage();
  page.on("pageerror", (e) => console.log("PAGEERROR", page.url(), e.message));
  page.on("console", (m) => { if (m.type() === "error") console.log("CONSOLE", page.url(), m.text()); });
  await page.goto(BASE);
  await page.waitForTimeout(1200);
  await page.locator("input").first().fill("demo");
  await page.locator("input[type=password]").fill(PW);
  await page.keyboard.press("Enter");
  await page.waitForTimeout(2500);
  let at = 0;
  for (const r of routes) {
    const [path, selector] = r.split("@");
    await page.goto(BASE + path);
    await page.waitForLoadState("networkidle").catch(() => {});
    await page.waitForTimeout(1200);
    if (selector) await page.locator(selector).first().scrollIntoViewIfNeeded().catch((e) => console.log(e.message));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) console.log("OVERFLOW", set, path, over);
    const name = `/tmp/h46-scratch/s2/${tag}-${set}-${at++}.png`;
    await page.screenshot({ path: name, fullPage: !selector });
  }
  await context.close();
}
await browser.close();
