import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { DiscardQuestion } from "./DiscardQuestion";
import { CopyField } from "./parts/CopyField";
import { MadeDialog } from "./parts/MadeDialog";

function Made() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <MadeDialog open={isOpen} title="API token" onClose={() => setOpen(false)}>
        <CopyField label="Token" value="bond_secret" />
      </MadeDialog>
      <DiscardQuestion />
      <p>{isOpen ? "shown" : "gone"}</p>
    </>
  );
}

test("what is shown once is not lost with one key", async () => {
  const user = userEvent.setup();
  render(<Made />);
  const close = screen.getByRole("button", { name: "Close" });
  await user.click(close);
  expect(screen.getByRole("dialog", { name: "Close without copying?" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Go back" }));
  expect(screen.getByText("shown")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Copy" }));
  await user.click(close);
  expect(screen.getByText("gone")).toBeVisible();
});

test("who says that it is done is not asked", async () => {
  const user = userEvent.setup();
  render(<Made />);
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.getByText("gone")).toBeVisible();
});
