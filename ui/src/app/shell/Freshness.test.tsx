import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import type { ProgramInfo } from "../../generated/wire";
import { Freshness } from "./Freshness";

function shown(program: Pick<ProgramInfo, "through" | "lateTables"> & Partial<ProgramInfo>): string | null {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["api/v1/program"], { demo: false, today: "2026-03-15", dataUntil: null, ...program });
  const page = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Freshness />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return page.container.textContent;
}

it("says only the last day where no data are late", () => {
  expect(shown({ through: "2026-03-14", lateTables: [] })).toBe("Data through Mar 14, 2026");
});

it("names the data that are late", () => {
  const through = "2026-03-12";
  expect(shown({ through, lateTables: ["logins"] })).toBe("Data through Mar 12, 2026Late: logins.");
  const lateTables = ["logins", "web_sessions", "csat_responses"];
  expect(shown({ through, lateTables })).toBe(
    "Data through Mar 12, 2026Late: logins, website sessions, and satisfaction answers.",
  );
});

it("has no data only where nothing is loaded at all", () => {
  const without = { through: null, lateTables: [] };
  expect(shown({ ...without, isEmpty: true })).toBe("No data loaded yet");
  expect(shown({ ...without, isEmpty: false, dataUntil: "2026-03-01" })).toBe("Data through Mar 1, 2026");
  expect(shown({ ...without, isEmpty: false, dataUntil: null })).toBe("No daily data loaded yet");
});

it("says so where data are older than any rhythm of loading, and how late they are where that is known", () => {
  const old = { through: "2025-12-31" };
  expect(shown({ ...old, lateTables: [] })).toBe("Data through Dec 31, 2025No newer data for 74 days.");
  expect(shown({ ...old, lateTables: ["logins"] })).toBe("Data through Dec 31, 2025Late: logins.");
  expect(shown({ through: "2026-02-08", lateTables: [] })).toBe("Data through Feb 8, 2026");
});
