import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import { useSession } from "../../api/session";
import { exampleUser } from "../../api/session/exampleUser";
import type { BlockDeclaration } from "../blocks/declaration";
import { Export } from "./Export";
import { stopAsking, useAsked } from "./handoff";

const { called, forFile } = vi.hoisted(() => ({ called: vi.fn(), forFile: vi.fn() }));
vi.mock("../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
  callForFile: forFile,
}));

beforeEach(() => {
  called.mockReset();
  called.mockImplementation(async (_method, path) =>
    path === "api/v1/program" ? { today: "2026-11-27", modules: [] } : [],
  );
  forFile.mockReset();
  forFile.mockReturnValue(new Promise(() => {}));
  stopAsking();
  useSession.setState(
    {
      status: "signedIn",
      user: { ...exampleUser, modules: ["EXPORT"], preferences: { separator: "tab" } },
    },
    true,
  );
});

const user = userEvent.setup();

const BLOCKS: readonly BlockDeclaration[] = [
  { kind: "line", id: "logins", block: "LOGINS_BY_PERIOD", title: "Logins" },
  { kind: "table", id: "table", block: "LOGINS_TABLE", title: "Logins", columns: [{ field: "total" }] },
];

async function show(isShared = true) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={["/user-dashboard/logins-breakdown?view=logins.years*table.compared"]}>
        <Export
          screen="api/v1/dashboard/users/logins"
          title="Logins Breakdown"
          dashboardTitle="Member Dashboard"
          params={{ period: "THIS_YEAR", viewBy: "TIER" }}
          dashboardParams={{ period: "THIS_YEAR" }}
          blocks={BLOCKS}
          isShared={isShared}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Export" })).toHaveAttribute("aria-expanded"),
  );
}

it("asks what is taken along and in which form, and makes that file", async () => {
  await show();
  await user.click(screen.getByRole("button", { name: "Export" }));
  const choices = within(screen.getByRole("dialog", { name: "Export" }));
  const formsOf = () =>
    within(choices.getByRole("group", { name: "Format" }))
      .getAllByRole("radio")
      .map((radio) => (radio as HTMLInputElement).value);
  expect(choices.getByRole("radio", { name: "This screen" })).toBeChecked();
  expect(choices.getByRole("radio", { name: "Workbook (.xlsx)" })).toBeChecked();
  await user.click(choices.getByRole("radio", { name: "All dashboards" }));
  expect(formsOf()).toEqual(["html"]);
  expect(choices.getByRole("radio", { name: "Offline page (.html)" })).toBeChecked();
  await user.click(choices.getByRole("radio", { name: "The whole dashboard" }));
  expect(formsOf()).toEqual(["xlsx", "pdf", "html", "zip"]);
  await user.click(choices.getByRole("radio", { name: "CSV tables (.zip)" }));
  await user.click(choices.getByRole("button", { name: "Save the file" }));
  // The separator is that of the account.
  expect(forFile.mock.lastCall?.slice(0, 2)).toEqual([
    "api/v1/export/zip",
    {
      period: "THIS_YEAR",
      compared: ["LOGINS_TABLE"],
      screen: "api/v1/dashboard/users/logins",
      whole: true,
      separator: "tab",
      bom: true,
    },
  ]);
  expect(screen.getByRole("button", { name: "Exporting…" })).toHaveAttribute("aria-busy", "true");
});

it("shares by a button of its own, and hands over the screen with the choices in its blocks", async () => {
  await show();
  await user.click(screen.getByRole("button", { name: "Share" }));
  await user.click(await screen.findByRole("menuitem", { name: "Share link…" }));
  expect(useAsked.getState().asked).toEqual({
    kind: "link",
    draft: {
      screen: "api/v1/dashboard/users/logins",
      title: "Logins Breakdown",
      params: { period: "THIS_YEAR" },
      route: "user-dashboard/logins-breakdown",
      blocks: "logins.years*table.compared",
    },
  });
  await act(async () => stopAsking());
});

it("offers no link where a screen cannot be shown by one", async () => {
  await show(false);
  await user.click(screen.getByRole("button", { name: "Share" }));
  await user.click(await screen.findByRole("menuitem", { name: "Schedule…" }));
  expect(useAsked.getState().asked).toMatchObject({ kind: "report", draft: { compared: ["LOGINS_TABLE"] } });
  await user.click(screen.getByRole("button", { name: "Share" }));
  expect(screen.queryByRole("menuitem", { name: "Share link…" })).toBeNull();
});
