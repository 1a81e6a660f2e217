import { expect, it, vi } from "vitest";

it.each([
  ["en", "data through Nov 26, 2026, 3 days before yesterday; 25.3 GB", "1.5 of 2 GB"],
  ["de", "data through 26. Nov. 2026, 3 days before yesterday; 25,3 GB", "1.5 of 2 GB"],
])("a sentence of the server has days and sizes of the page in %s", async (language, written, kept) => {
  vi.resetModules();
  vi.stubGlobal("BUNDLED_LANGUAGE", language);
  const { inPageForm } = await import("./time");
  expect(inPageForm("data through 2026-11-26, 3 days before yesterday; 25.3 GB")).toBe(written);
  for (const same of [kept, "bond-2026-11-26.db", "at 2026-11-26T10:00:00Z", "version 2.10.3"])
    expect(inPageForm(same)).toBe(same);
});
