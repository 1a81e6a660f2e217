import { chromium } from "@playwright/test";
const BASE = process.env.BASE, PW = process.env.PW, EXE = process.env.EXE;
const browser = await chromium.launch({ executablePath: EXE, args: ["--no-sandbox"] });
for (const [width, locale] of [[1440,"en-US"],[1366,"de-DE"],[1440,"de-DE"],[1366,"es-ES"]]) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale });
  const page = await context.newPage();
  await page.goto(BASE); await page.waitForTimeout(1000);
  await page.locator("input").first().fill("demo"); await page.locator("input[type=password]").fill(PW); await page.keyboard.press("Enter");
  await page.waitForTimeout(2500);
  for (const r of ["executive-summary","user-dashboard","emails-dashboard","website-dashboard","offers-dashboard","content-dashboard","user-dashboard/registrations-breakdown","user-dashboard/logins-breakdown","user-dashboard/group-moves-breakdown","user-dashboard/average-tenure-breakdown"]) {
    await page.goto(BASE + r); await page.waitForLoadState("networkidle").catch(() => {}); await page.waitForTimeout(900);
    const out = await page.evaluate(() => {
      const res = [];
      for (const a of document.querySelectorAll("article h3, article h2, section h3, section h2")) {
        const rg = document.createRange(); rg.selectNodeContents(a);
        const tops = new Set([...rg.getClientRects()].map((x) => Math.round(x.top)));
        if (tops.size > 1) res.push("2-line: " + a.textContent);
      }
      for (const d of document.querySelectorAll("article dt, article [class*=name]")) {
        const rg = document.createRange(); rg.selectNodeContents(d);
        const tops = new Set([...rg.getClientRects()].filter(x=>x.width>4).map((x) => Math.round(x.top/6)));
        if (tops.size > 1 && d.children.length===0) res.push("2-line label: " + d.textContent);
      }
      // chart heads
      for (const h of document.querySelectorAll("section header, [class*=head]")) {
        const b = h.getBoundingClientRect(); if (h.querySelector("h3,h2") && b.height > 62) res.push(`head ${Math.round(b.height)}: ${h.querySelector("h3,h2").textContent}`);
      }
      const th = [...document.querySelectorAll("th")].find((t) => /^(Value|Wert|Valor)$/.test(t.textContent.trim()));
      if (th && th.closest("table").querySelector("[class*=sum]")) { const rg = document.createRange(); rg.selectNodeContents(th); const sum = th.closest("table").querySelector("[class*=sum]"); const s = document.createRange(); s.selectNodeContents(sum); const v=rg.getBoundingClientRect(), w=s.getBoundingClientRect(); res.push(`Value head ${v.left.toFixed(1)}-${v.right.toFixed(1)}; sum ${w.left.toFixed(1)}-${w.right.toFixed(1)}`); }
      return res;
    });
    console.log(width, locale, r, out.join(" | "));
  }
  await context.close();
}
await browser.close();
