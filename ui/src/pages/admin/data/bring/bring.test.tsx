import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { bring as copy } from "#texts/bring";
import { data } from "#texts/data";
import { createQueryClient } from "../../../../api/query";
import type { DraftAnswer, DraftCard, FilledTable, LoadFault } from "../../../../generated/wire";
import { Drafts } from "../Drafts";
import { FaultyFiles } from "./FaultyFiles";
import { FileCard } from "./FileCard";
import { faultyFiles } from "./faults";
import { LoadPart } from "./LoadPart";

const FAULT: LoadFault = { file: "visits.csv", line: 4, column: "Visited", text: "is no date" };

function card(file: string, faults: LoadFault[]): DraftCard {
  const filled: FilledTable = {
    place: { table: "logins", at: 0 } as unknown as FilledTable["place"],
    table: "logins",
    ofSeveral: false,
    columns: [],
    rows: [],
    fileRows: 5,
    takenRows: 5,
    leftOut: [],
    isAll: true,
    firstDay: null,
    lastDay: null,
    faults,
    faultCount: faults.length,
  };
  return {
    file,
    sheet: null,
    filled,
    names: [],
    isQueried: false,
    firstRows: [],
    refused: null,
    proposed: null,
    ignored: null,
  };
}

const answerOf = (...cards: DraftCard[]) =>
  ({ mapping: "", faults: [], cards, queries: [], lacks: [], screens: [] }) as unknown as DraftAnswer;

function show(answer: DraftAnswer, looked: () => Promise<DraftAnswer | null> = async () => answer) {
  const loaded = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <FaultyFiles files={faultyFiles(answer, [])} />
        <ul>
          {answer.cards.map((one) => (
            <FileCard key={one.file} cards={[one]} found={[]} isFolded onChange={() => undefined} />
          ))}
        </ul>
        <LoadPart
          draft="a"
          answer={answer}
          isBusy={false}
          looked={looked}
          details={null}
          onLoad={loaded}
          onDiscard={() => undefined}
          onDone={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { load: screen.getByRole("button", { name: copy.load }), loaded };
}

it("leads from a faulty file at the top to its card, and folds what is right", () => {
  Element.prototype.scrollIntoView = () => undefined;
  show(answerOf(card("members.csv", []), card("visits.csv", [FAULT])));
  const [members, visits] = ["members.csv", "visits.csv"].map((name) =>
    screen.getByRole("heading", { name }).closest("li"),
  );
  expect(members?.querySelector("details")).not.toHaveAttribute("open");
  expect(visits?.querySelector("details")).toHaveAttribute("open");
  fireEvent.click(screen.getByRole("button", { name: "visits.csv" }));
  expect(visits).toHaveFocus();
  expect(screen.queryByRole("button", { name: "members.csv" })).toBeNull();
});

it("loads nothing with a fault, and says why", () => {
  const { load } = show(answerOf(card("visits.csv", [FAULT])));
  expect(load).toBeDisabled();
  expect(load).toHaveAccessibleDescription(copy.hasFaults("1"));
  expect(screen.getByRole("button", { name: copy.check })).toBeEnabled();
});

it("loads what has no fault", () => {
  expect(show(answerOf(card("visits.csv", []))).load).toBeEnabled();
});

it("says from which system the rows come", async () => {
  const sent = vi.fn(async (_url: unknown, init?: RequestInit) => {
    expect(JSON.parse(String(init?.body)).source).toBe("till");
    return Response.json({ id: 7 });
  });
  vi.stubGlobal("fetch", sent);
  const answer = answerOf(card("visits.csv", []));
  const { load, loaded } = show(answer, async () => answer);
  fireEvent.change(screen.getByRole("textbox", { name: data.source }), { target: { value: " till " } });
  fireEvent.click(load);
  await waitFor(() => expect(loaded).toHaveBeenCalledWith(7));
  vi.unstubAllGlobals();
});

it("leads back to what was begun", async () => {
  const drafts = [
    { id: "00ff00ff00ff00ff", files: ["a.csv", "b.csv", "c.csv", "d.csv"], keptUntil: 1_780_000_000 },
  ];
  vi.stubGlobal("fetch", async () => Response.json({ drafts }));
  const opened = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Drafts onOpen={opened} />
    </QueryClientProvider>,
  );
  const list = await screen.findByRole("list", { name: data.drafts });
  expect(list).toHaveTextContent("a.csv, b.csv, c.csv, and 1 more");
  fireEvent.click(screen.getByRole("button", { name: /^Go on with a\.csv/ }));
  expect(opened).toHaveBeenCalledWith("00ff00ff00ff00ff");
  vi.unstubAllGlobals();
});

it("loads what was chosen last, also where it is not looked at yet", async () => {
  const sent = vi.fn(async (_url: unknown, init?: RequestInit) => {
    expect(JSON.parse(String(init?.body)).mapping).toBe("as chosen");
    return Response.json({ id: 7 });
  });
  vi.stubGlobal("fetch", sent);
  let answered: (answer: DraftAnswer) => void = () => undefined;
  const looked = new Promise<DraftAnswer>((resolve) => {
    answered = resolve;
  });
  const answer = answerOf(card("visits.csv", []));
  const { load, loaded } = show(answer, () => looked);
  fireEvent.click(load);
  expect(sent).not.toHaveBeenCalled();
  answered({ ...answer, mapping: "as chosen" });
  await waitFor(() => expect(loaded).toHaveBeenCalledWith(7));
  vi.unstubAllGlobals();
});

it("loads nothing where the last choice has a fault", async () => {
  const sent = vi.fn();
  vi.stubGlobal("fetch", sent);
  const looked = vi.fn(async () => answerOf(card("visits.csv", [FAULT])));
  const { load } = show(answerOf(card("visits.csv", [])), looked);
  fireEvent.click(load);
  await waitFor(() => expect(looked).toHaveBeenCalled());
  await looked.mock.results[0]?.value;
  expect(sent).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it("says before a load what it would find, and why rows are left out", () => {
  const lone: LoadFault = { ...FAULT, file: "people.csv", text: "is not loaded" };
  const sales = card("sales.csv", []);
  if (sales.filled) {
    sales.filled.leftOut = [{ why: '"Card" has no value', rows: 7, lines: [2, 3, 9] }];
  }
  const plain = { ...card("notes.csv", []), filled: null, names: ["column 1"], firstRows: [["Tea"]] };
  const check = {
    faults: [lone],
    faultCount: 1,
    refused: "these days would lose rows",
    warnings: ["a warning"],
    unfilled: [],
  };
  const { load } = show({ ...answerOf(sales, plain), check });
  expect(load).toBeDisabled();
  expect(
    screen.getByText('7 rows left out: "Card" has no value (first on line 2, 3, 9)'),
  ).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "The first rows of notes.csv" })).toHaveTextContent("Tea");
  for (const text of [/people\.csv:/, "these days would lose rows", "a warning"])
    expect(screen.getByText(text)).toBeInTheDocument();
});
