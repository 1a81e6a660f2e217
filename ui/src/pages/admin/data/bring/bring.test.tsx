import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { bring as copy } from "#texts/bring";
import { createQueryClient } from "../../../../api/query";
import type { DraftAnswer, DraftCard, FilledTable, LoadFault } from "../../../../generated/wire";
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
    refused: null,
    proposed: null,
    ignored: null,
  };
}

const answerOf = (...cards: DraftCard[]) =>
  ({ mapping: "", faults: [], cards, queries: [], lacks: [], screens: [] }) as unknown as DraftAnswer;

function show(answer: DraftAnswer) {
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
          details={null}
          onLoad={() => undefined}
          onDiscard={() => undefined}
          onDone={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { load: screen.getByRole("button", { name: copy.load }) };
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
