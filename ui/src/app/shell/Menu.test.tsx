import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { exampleUser } from "../../api/session/exampleUser";
import { useSession } from "../../api/session/store";
import type { ModuleCode } from "../../generated/wire";
import { Menu } from "./Menu";

function show(...used: ModuleCode[]) {
  useSession.setState({ status: "signedIn", user: exampleUser }, true);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["api/v1/program"], { modules: used });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Menu />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it("marks what the program could buy, and not what it has", () => {
  show("MONITOR", "INSIGHTS");
  expect(screen.getByRole("link", { name: "Insights" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Recommendations Pro" })).toBeVisible();
});
