import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/client";
import type { FieldFault } from "../generated/wire";
import { DiscardQuestion } from "./DiscardQuestion";
import { Popover } from "./Popover";
import { CheckList } from "./parts/CheckList";
import { Field } from "./parts/Field";
import { FormDialog } from "./parts/FormDialog";
import { FormFaults } from "./parts/FormFaults";
import { TextInput } from "./parts/TextInput";
import { useToasts } from "./toasts";
import { hasUnsaved } from "./unsaved";
import { useForm } from "./useForm";

type Role = { readonly name: string; readonly modules: readonly string[] };

const save = vi.fn<(role: Role, password: string) => Promise<unknown>>();
const user = userEvent.setup();

beforeEach(() => {
  save.mockReset();
  save.mockResolvedValue(undefined);
  useToasts.setState({ toasts: [] });
});

/** The error of a server that refuses fields. */
function refused(faults: FieldFault[]): ApiError {
  const errors = faults.map(({ field, text }) => `${field}: ${text}`);
  return new ApiError(400, {
    status: 400,
    error: "invalid_request",
    message: errors.join(" "),
    errors,
    faults,
  });
}

function RoleFields({ open = true, onDone }: { open?: boolean; onDone?: () => void }) {
  const form = useForm<Role>({
    from: { name: "Guest", modules: [] },
    open,
    check: ({ name }) => ({ name: name === "" ? "Enter a name" : null }),
    save,
    saved: ({ name }) => `${name} is saved.`,
    ...(onDone ? { done: onDone } : {}),
  });
  return (
    <form {...form.props} aria-label="Role">
      <TextInput {...form.field("name")} aria-label="Name" />
      <CheckList
        label="Modules"
        choices={["A", "B"].map((value) => ({ value, title: value }))}
        {...form.field("modules", "permissions")}
      />
      <FormFaults of={form} isTight />
      <button type="submit">Save</button>
      <button type="button" onClick={() => form.leave(() => onDone?.())}>
        Cancel
      </button>
    </form>
  );
}

const name = () => screen.getByRole("textbox", { name: "Name" });
const press = (button: string) => user.click(screen.getByRole("button", { name: button }));
const question = () => screen.queryByRole("dialog", { name: "Discard your changes?" });
const messages = () => useToasts.getState().toasts.map(({ message }) => message);

describe("a form", () => {
  it("has the server's faults at their fields, the rest below, and all of them for screen readers", async () => {
    save.mockRejectedValueOnce(
      refused([
        { field: "permissions[1]", text: "expected each once" },
        { field: "name", text: "ann@example.com: taken" },
        { field: "secret", text: "expected none" },
      ]),
    );
    render(<RoleFields />);
    // The region exists before its text.
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
    await user.type(name(), "s");
    await press("Save");
    expect(name()).toBeInvalid();
    // A name stays as it is; a phrase begins with a capital.
    expect(name()).toHaveAccessibleDescription("ann@example.com: taken");
    expect(screen.getByRole("group", { name: "Modules" })).toHaveAccessibleDescription("Expected each once");
    // The first that is wrong, in the order of the form.
    expect(name()).toHaveFocus();
    expect(name()).toHaveValue("Guests");
    expect(
      within(screen.getByRole("alert"))
        .getAllByText(/./)
        .map((one) => one.textContent),
    ).toEqual(["secret: expected none", "Modules: Expected each once", "ann@example.com: taken"]);
    expect(messages()).toEqual([]);
  });

  it("forgets a fault when its field is changed, and all once it is saved", async () => {
    save.mockRejectedValueOnce(
      refused([
        { field: "name", text: "expected another" },
        { field: "permissions", text: "expected one" },
      ]),
    );
    render(<RoleFields />);
    await press("Save");
    await user.type(name(), "s");
    expect(name()).toBeValid();
    expect(screen.getByRole("checkbox", { name: "A" })).toBeInvalid();
    await user.click(screen.getByRole("checkbox", { name: "A" }));
    expect(screen.getByRole("checkbox", { name: "A" })).toBeValid();
    await press("Save");
    expect(save).toHaveBeenLastCalledWith({ name: "Guests", modules: ["A"] }, "");
    expect(messages()).toEqual(["Guests is saved."]);
  });

  it("moves the focus into a list that is wrong", async () => {
    save.mockRejectedValueOnce(refused([{ field: "permissions", text: "expected one" }]));
    render(<RoleFields />);
    await press("Save");
    expect(screen.getByRole("checkbox", { name: "A" })).toHaveFocus();
  });

  it("sends nothing while a field is invalid", async () => {
    render(<RoleFields />);
    await user.clear(name());
    await press("Save");
    expect(name()).toHaveAccessibleDescription("Enter a name");
    expect(name()).toHaveFocus();
    expect(save).not.toHaveBeenCalled();
  });

  it("says below it what is no fault of a field, and keeps what was entered", async () => {
    save.mockRejectedValueOnce(new ApiError(0, null));
    render(<RoleFields />);
    await user.type(name(), "s");
    await press("Save");
    expect(screen.getByRole("alert")).toHaveTextContent(/did not answer|no answer/i);
    expect(name()).toHaveValue("Guests");
    expect(hasUnsaved()).toBe(true);
  });

  it("saves once, however often its button is pressed", async () => {
    let finish: (value?: unknown) => void = () => {};
    save.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
    render(<RoleFields />);
    await press("Save");
    await press("Save");
    expect(save).toHaveBeenCalledTimes(1);
    finish();
    await waitFor(() => expect(messages()).toHaveLength(1));
  });

  it("is unsaved only while something differs, also before the browser leaves the page", async () => {
    const leaves = () => fireEvent(window, new Event("beforeunload", { cancelable: true }));
    render(<RoleFields />);
    expect([hasUnsaved(), leaves()]).toEqual([false, true]);
    await user.type(name(), "s");
    expect([hasUnsaved(), leaves()]).toEqual([true, false]);
    await user.type(name(), "{Backspace}");
    expect([hasUnsaved(), leaves()]).toEqual([false, true]);
    await user.type(name(), "s");
    await press("Save");
    await waitFor(() => expect(hasUnsaved()).toBe(false));
  });

  it("asks before its Cancel button loses what was entered, once", async () => {
    const close = vi.fn();
    render(
      <>
        <RoleFields onDone={close} />
        <DiscardQuestion />
      </>,
    );
    await user.type(name(), "s");
    await press("Cancel");
    await press("Keep editing");
    expect(close).not.toHaveBeenCalled();
    expect(question()).toBeNull();
    await press("Cancel");
    await press("Discard");
    expect(close).toHaveBeenCalledTimes(1);
    expect(question()).toBeNull();
  });
});

describe("a form in a dialog", () => {
  function Roles() {
    const [open, setOpen] = useState(false);
    const form = useForm({
      from: { name: "" },
      open,
      save: ({ name }, password) => save({ name, modules: [] }, password),
    });
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          New role
        </button>
        <FormDialog form={form} open={open} onClose={() => setOpen(false)} title="New role" action="Save">
          <Field label="Name" {...form.field("name")} />
        </FormDialog>
        <DiscardQuestion />
      </>
    );
  }
  const dialog = () => screen.getByRole("dialog", { name: "New role" });
  const isOpen = () => screen.queryByRole("dialog", { name: "New role" }) !== null;
  const pressEscape = () => fireEvent(dialog(), new Event("cancel", { cancelable: true }));
  const backdrop = () => {
    fireEvent.pointerDown(dialog());
    fireEvent.pointerUp(dialog());
    fireEvent.click(dialog());
  };
  async function begin() {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Roles />
      </QueryClientProvider>,
    );
    await press("New role");
  }

  it.each([
    ["Escape", pressEscape],
    ["the backdrop", backdrop],
    ["its button", () => fireEvent.click(within(dialog()).getByRole("button", { name: "Close" }))],
    ["Cancel", () => fireEvent.click(within(dialog()).getByRole("button", { name: "Cancel" }))],
  ])("asks before %s loses what was typed", async (_, close) => {
    await begin();
    await user.type(name(), "Guests");
    close();
    expect(question()).toBeInTheDocument();
    await press("Keep editing");
    expect(name()).toHaveValue("Guests");
    close();
    await press("Discard");
    expect(isOpen()).toBe(false);
    expect(hasUnsaved()).toBe(false);
    // The next time it begins anew.
    await press("New role");
    expect(name()).toHaveValue("");
  });

  it("closes without a question where nothing was typed, and once it is saved", async () => {
    await begin();
    pressEscape();
    expect(isOpen()).toBe(false);
    await press("New role");
    await user.type(name(), "Guests{Enter}");
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(question()).toBeNull();
    expect(save).toHaveBeenCalledTimes(1);
  });

  it("stays open with what was typed after a failure", async () => {
    save.mockRejectedValueOnce(refused([{ field: "name", text: "expected another" }]));
    await begin();
    await user.type(name(), "Guests{Enter}");
    await waitFor(() => expect(name()).toHaveAccessibleDescription("Expected another"));
    expect(name()).toHaveValue("Guests");
    expect(name()).toHaveFocus();
  });
});

describe("a form in a popover", () => {
  function Layer() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Popover
          open={open}
          onOpenChange={setOpen}
          label="Edit"
          trigger={<button type="button">Edit</button>}
        >
          <RoleFields onDone={() => setOpen(false)} />
        </Popover>
        <p>Elsewhere</p>
        <DiscardQuestion />
      </>
    );
  }
  const isOpen = () => screen.queryByRole("dialog", { name: "Edit" }) !== null;

  it.each([
    ["Escape", () => user.keyboard("{Escape}")],
    ["a press elsewhere", () => user.click(screen.getByText("Elsewhere"))],
    ["its own button", () => user.click(screen.getByText("Edit"))],
  ])("asks before %s loses what was typed", async (_, close) => {
    render(<Layer />);
    await press("Edit");
    await user.type(name(), "s");
    await close();
    expect(question()).toBeInTheDocument();
    await press("Keep editing");
    expect(isOpen()).toBe(true);
    expect(name()).toHaveValue("Guests");
    await close();
    await press("Discard");
    expect(isOpen()).toBe(false);
  });

  it("closes without a question where nothing was typed, and once it is saved", async () => {
    render(<Layer />);
    await press("Edit");
    await user.keyboard("{Escape}");
    expect(isOpen()).toBe(false);
    await press("Edit");
    await user.type(name(), "s{Enter}");
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(question()).toBeNull();
  });
});
