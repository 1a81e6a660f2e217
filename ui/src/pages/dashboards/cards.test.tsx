import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { exampleUser } from "../../api/session/exampleUser";
import { useSession } from "../../api/session/store";
import { DashboardFigures } from "./DashboardPage";
import type { DashboardDeclaration } from "./declaration";

afterEach(() => vi.unstubAllGlobals());

const TOTALS = "api/v1/dashboard/users/totals";

it("draws a card again only for other figures, not when a call begins or ends", async () => {
  useSession.setState({ status: "signedIn", user: { ...exampleUser, modules: ["MEMBERS"] } }, true);
  let value = 1;
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify({ value }))),
  );
  const Body = vi.fn(({ totals }: { totals: object }) => <p>{JSON.stringify(totals)}</p>);
  const sections = [{ cards: [{ title: "Logins", Body }] }];
  const declaration = { route: "user-dashboard", endpoint: TOTALS, bar: "groups", sections };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["api/v1/program"], { today: "2026-03-15" });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <DashboardFigures declaration={declaration as unknown as DashboardDeclaration} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('{"value":1}');
  const refetch = () => act(() => client.refetchQueries({ queryKey: [TOTALS] }));
  Body.mockClear();
  await refetch();
  await refetch();
  expect(Body).not.toHaveBeenCalled();
  value = 2;
  await refetch();
  await screen.findByText('{"value":2}');
  expect(Body).toHaveBeenCalledTimes(1);
});
