import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import { exampleUser } from "../../api/session/exampleUser";
import { useSession } from "../../api/session/store";
import Keyboard from ".";
import { openLayer, useKeyboardLayer } from "./openLayer";

vi.mock("../../api/client", async (original) => ({
  ...(await original()),
  call: vi.fn(async () => []),
  callDeclared: vi.fn(async () => []),
}));

beforeEach(() => {
  openLayer(null);
  useSession.setState({ status: "signedIn", user: { ...exampleUser, modules: ["MEMBERS"] } }, true);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={["/user-dashboard"]}>
        <Keyboard />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});

const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { key, ...more });

it("keeps the letters that are typed before the search is there", async () => {
  press("k", { ctrlKey: true });
  expect(screen.queryByRole("combobox")).toBeNull();
  for (const key of ["l", "o", "Shift", "g"]) press(key);
  const field = await screen.findByRole("combobox", { name: "Search" });
  expect(field).toHaveValue("log");
  fireEvent.change(field, { target: { value: "logi" } });
  expect(field).toHaveValue("logi");
  // It opens empty the next time.
  openLayer(null);
  openLayer("search");
  expect(useKeyboardLayer.getState().text).toBe("");
});

it("lets go of the keys where the search is given up before it is there", () => {
  press("k", { ctrlKey: true });
  press("Escape");
  expect(useKeyboardLayer.getState().open).toBeNull();
  press("l");
  expect(useKeyboardLayer.getState().text).toBe("");
});
