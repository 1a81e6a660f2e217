import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { useKeptParams } from "./useKeptParams";

function Kept() {
  return <output>{useKeptParams().toString()}</output>;
}

it("leaves out what belongs to one screen", () => {
  render(
    <MemoryRouter initialEntries={["/polls?filters=f&poll=7&open=o&view=v&saved=3&fromPage=/x&more=1"]}>
      <Kept />
    </MemoryRouter>,
  );
  expect(screen.getByRole("status")).toHaveTextContent("filters=f&more=1");
});
