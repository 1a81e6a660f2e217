import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { AuditPage } from "./AuditPage";

afterEach(() => vi.unstubAllGlobals());

it("calls a setting as the page of settings does", async () => {
  const line = { line: 1, at: 0, actor: "ann", address: null, detail: 'now "UTC"' };
  const lines = [
    { ...line, event: "setting_changed", subject: "time_zone" },
    { ...line, line: 2, event: "user_added", subject: "time_zone" },
  ];
  const answers = { lines, total: 2, events: [], fault: null, redacted: 0, head: null };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(answers)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AuditPage />
    </QueryClientProvider>,
  );
  expect(await screen.findAllByText("Time zone")).not.toHaveLength(0);
  expect(screen.getAllByText("time_zone")).not.toHaveLength(0);
});
