import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Chart } from "./Chart";
import { LineChart } from "./LineChart";
import type { AxisModel } from "./models";
import type { ChartOption } from "./options";

vi.mock("./Chart", () => ({ Chart: vi.fn(() => null) }));

const MODEL: AxisModel = {
  labels: ["Jan", "Feb"],
  series: [
    { name: "Now", key: "now", values: [1, 2], colour: 0 },
    { name: "Before", key: "before", values: [2, 3], colour: "previous" },
  ],
  available: 2,
};

it("draws the lines that its legend does not hide, and says which they are", () => {
  const adjust = vi.fn((option: ChartOption) => ({ ...option, backgroundColor: "red" }));
  const label = (hidden: ReadonlySet<string>) => `without ${[...hidden].join()}`;
  render(<LineChart model={MODEL} unit="count" currency="" height={200} label={label} adjust={adjust} />);
  const drawn = () => {
    const { option, label } = vi.mocked(Chart).mock.lastCall?.[0] ?? {};
    return { names: [option?.series ?? []].flat().map(({ name }) => name), label, option };
  };
  expect(drawn()).toMatchObject({ names: ["Now", "Before"], label: "without " });
  expect(drawn().option).toMatchObject({ backgroundColor: "red" });
  const button = screen.getByRole("button", { name: "Before" });
  act(() => void fireEvent.click(button));
  expect(button).toHaveAttribute("aria-pressed", "false");
  expect(drawn()).toMatchObject({ names: ["Now"], label: "without before" });
  act(() => void fireEvent.click(button));
  expect(drawn().names).toEqual(["Now", "Before"]);
});
