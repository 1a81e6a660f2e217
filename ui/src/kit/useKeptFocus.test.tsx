import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { useKeptFocus } from "./useKeptFocus";

const takeFocus = (field: HTMLElement | null) => field?.focus();

function Named({ names, isBusy = false }: { readonly names: readonly string[]; readonly isBusy?: boolean }) {
  const box = useKeptFocus<HTMLElement>();
  return (
    <section ref={box}>
      <h2>Names</h2>
      <button type="button" disabled={isBusy}>
        Add
      </button>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <h3>{name}</h3>
            <button type="button">Remove {name}</button>
          </li>
        ))}
      </ul>
      {/* It takes the focus itself, as a form does. */}
      {names.includes("form") && <input ref={takeFocus} aria-label="Other" />}
    </section>
  );
}

const focus = (name: string) => act(() => screen.getByRole("button", { name }).focus());
const heading = (name: string) => screen.getByRole("heading", { name });

it("goes to the next item of a list, to the last one, and to the heading after them", async () => {
  const { rerender } = render(<Named names={["Ann", "Bob", "Cy"]} />);
  focus("Remove Bob");
  rerender(<Named names={["Ann", "Cy"]} />);
  await waitFor(() => expect(heading("Cy")).toHaveFocus());
  focus("Remove Cy");
  rerender(<Named names={["Ann"]} />);
  await waitFor(() => expect(heading("Ann")).toHaveFocus());
  rerender(<Named names={[]} />);
  await waitFor(() => expect(heading("Names")).toHaveFocus());
});

it("goes to the heading where a button can no longer be pressed", async () => {
  const { rerender } = render(<Named names={["Ann"]} />);
  focus("Add");
  rerender(<Named names={["Ann"]} isBusy />);
  await waitFor(() => expect(heading("Names")).toHaveFocus());
});

it("stays where something else took it, and where the user left", async () => {
  const { rerender } = render(<Named names={["Ann", "Bob"]} />);
  focus("Remove Ann");
  rerender(<Named names={["Bob", "form"]} />);
  expect(await screen.findByRole("textbox")).toHaveFocus();
  focus("Remove Bob");
  await userEvent.click(document.body);
  expect(document.body).toHaveFocus();
  rerender(<Named names={["form"]} />);
  await act(async () => undefined);
  expect(document.body).toHaveFocus();
});

it("goes to the panel in the place of one that is gone", async () => {
  function Panels() {
    const box = useKeptFocus<HTMLDivElement>();
    const [isOpen, setOpen] = useState(true);
    return (
      <div ref={box}>
        <section>
          <h2>First</h2>
        </section>
        {isOpen && (
          <section>
            <h2>Draft</h2>
            <button type="button" onClick={() => setOpen(false)}>
              Publish
            </button>
          </section>
        )}
        <section>
          <h2>Versions</h2>
        </section>
      </div>
    );
  }
  render(<Panels />);
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(heading("Versions")).toHaveFocus());
});

it.each(["keyboard", "mouse"])("scrolls to what takes the focus only where it is visible: %s", async (by) => {
  const focused = vi.spyOn(HTMLElement.prototype, "focus");
  const matches = vi.spyOn(Element.prototype, "matches").mockImplementation(function (
    this: Element,
    selector,
  ) {
    return selector === ":focus-visible"
      ? by === "keyboard"
      : [...document.querySelectorAll(selector)].includes(this);
  });
  const { rerender } = render(<Named names={["Ann", "Bob"]} />);
  focus("Remove Ann");
  rerender(<Named names={["Bob"]} />);
  await waitFor(() => expect(heading("Bob")).toHaveFocus());
  expect(focused).toHaveBeenLastCalledWith({ preventScroll: by === "mouse" });
  focused.mockRestore();
  matches.mockRestore();
});
