import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { SavedMapping } from "../../../generated/wire";
import { Mappings } from "./Mappings";

const fetchMock = vi.fn<typeof fetch>();
let answers: (() => void)[] = [];

const mapping = (name: string): SavedMapping => ({ name, savedAt: 0, savedBy: null });
const sent = (method: string) => fetchMock.mock.calls.filter(([, init]) => init?.method === method);

// Loaded in advance, which can take longer than the tests wait.
beforeAll(() => import("./MappingDialog"));
beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  answers = [];
  fetchMock.mockReset();
  // Each call is answered when the test says so.
  fetchMock.mockImplementation(
    (path) =>
      new Promise((resolve) =>
        answers.push(() => resolve(new Response(JSON.stringify({ text: `text of ${path}` })))),
      ),
  );
});
afterEach(() => vi.unstubAllGlobals());

const draw = (page: React.ReactNode) =>
  render(<QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>);

it("saves a mapping once, however often Save is pressed", async () => {
  draw(<Mappings mappings={[]} mayChange />);
  await userEvent.click(screen.getByRole("button", { name: /^(Add|New)/ }));
  await userEvent.type(await screen.findByLabelText(/^Name/), "sales");
  const save = screen.getByRole("button", { name: "Save" });
  await userEvent.click(save);
  expect(save).toHaveAttribute("aria-busy", "true");
  await userEvent.click(save);
  expect(sent("PUT")).toHaveLength(1);
  answers[0]?.();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("opens the mapping that was chosen first, not the one that the server answers last", async () => {
  draw(<Mappings mappings={[mapping("slow"), mapping("fast")]} mayChange />);
  const [slow, fast] = screen.getAllByRole("button", { name: /^Edit/ });
  fireEvent.click(slow as HTMLElement);
  fireEvent.click(fast as HTMLElement);
  for (const answer of answers.reverse()) answer();
  expect(await screen.findByDisplayValue(/mappings\/slow$/)).toBeInTheDocument();
  expect(sent("GET")).toHaveLength(1);
});
