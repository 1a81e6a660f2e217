import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter, Link, Route, Routes, useNavigate } from "react-router-dom";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DiscardQuestion } from "../kit/DiscardQuestion";
import { Field } from "../kit/parts/Field";
import { useForm } from "../kit/useForm";
import { LeaveGuard } from "./LeaveGuard";

const user = userEvent.setup();

function Settings() {
  const navigate = useNavigate();
  const form = useForm({
    from: { name: "Bond" },
    save: () => Promise.resolve(),
    done: () => navigate("/saved"),
  });
  return (
    <form {...form.props}>
      <Field label="Name" {...form.field("name")} />
      <Link to="/other">Other</Link>
      <Link to="?part=2">Part</Link>
      <button type="submit">Save</button>
    </form>
  );
}

async function open() {
  render(
    <BrowserRouter>
      <LeaveGuard>
        <Routes>
          <Route path="/" element={<Link to="/settings">Settings</Link>} />
          <Route path="/settings" element={<Settings />} />
          <Route path="*" element={<p>Another page</p>} />
        </Routes>
        <DiscardQuestion />
      </LeaveGuard>
    </BrowserRouter>,
  );
  await user.click(screen.getByRole("link", { name: "Settings" }));
  return screen.findByRole("textbox", { name: "Name" });
}

const press = (button: string) => user.click(screen.getByRole("button", { name: button }));
const asks = () => screen.findByRole("dialog", { name: "Discard your changes?" });
const isAsking = () => screen.queryByRole("dialog", { name: "Discard your changes?" }) !== null;

beforeEach(() => window.history.replaceState(null, "", "/"));
afterEach(() => window.history.replaceState(null, "", "/"));

it("asks before a link leaves a page with changes", async () => {
  const name = await open();
  await user.type(name, "!");
  await user.click(screen.getByRole("link", { name: "Other" }));
  await asks();
  await press("Keep editing");
  expect(window.location.pathname).toBe("/settings");
  expect(name).toHaveValue("Bond!");
  await user.click(screen.getByRole("link", { name: "Other" }));
  await press("Discard");
  expect(await screen.findByText("Another page")).toBeVisible();
  expect(isAsking()).toBe(false);
});

it("asks before the browser goes back, and goes there once that is confirmed", async () => {
  const name = await open();
  await user.type(name, "!");
  window.history.back();
  await asks();
  await waitFor(() => expect(window.location.pathname).toBe("/settings"));
  await press("Keep editing");
  expect(name).toHaveValue("Bond!");
  window.history.back();
  await asks();
  await waitFor(() => expect(window.location.pathname).toBe("/settings"));
  await press("Discard");
  expect(await screen.findByRole("link", { name: "Settings" })).toBeVisible();
  expect(window.location.pathname).toBe("/");
});

it("asks nothing where nothing was changed, within the page, and once it is saved", async () => {
  const name = await open();
  await user.click(screen.getByRole("link", { name: "Other" }));
  expect(await screen.findByText("Another page")).toBeVisible();
  window.history.back();
  const again = await screen.findByRole("textbox", { name: "Name" });
  expect(name).not.toBe(again);
  await user.type(again, "!");
  await user.click(screen.getByRole("link", { name: "Part" }));
  await waitFor(() => expect(window.location.search).toBe("?part=2"));
  expect(again).toHaveValue("Bond!");
  await press("Save");
  expect(await screen.findByText("Another page")).toBeVisible();
  expect(isAsking()).toBe(false);
});
