import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SettingAnswer } from "../../../generated/wire";
import { ToastHost } from "../../../kit";
import ServerPage from "./ServerPage";
import SettingsPage from "./SettingsPage";

const ALL = "MONITOR,MEMBERS,EMAILS,WEBSITE,OFFERS,CONTENT,INSIGHTS,RECOMMENDATIONS,EXPORT,PEOPLE";

const setting = (name: string, value: string, part: Partial<SettingAnswer> = {}): SettingAnswer => ({
  name,
  group: "program",
  help: "What it means",
  values: [],
  isSecret: false,
  restarts: false,
  waits: false,
  value,
  default: value,
  asksPassword: false,
  fixedBy: null,
  changedAt: null,
  changedBy: null,
  ...part,
});

const fetchMock = vi.fn<typeof fetch>();
let settings: SettingAnswer[] = [];

/** The bodies of the changes that were sent. */
const sent = () =>
  fetchMock.mock.calls
    .filter(([, init]) => init?.method === "PUT")
    .map(([, init]) => (JSON.parse(String(init?.body)) as { settings: unknown }).settings);

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  fetchMock.mockImplementation(async () => new Response(JSON.stringify({ settings, others: [] })));
});
afterEach(() => vi.unstubAllGlobals());

async function open(shown: SettingAnswer[], at = "/admin/settings") {
  settings = shown;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <SettingsPage mayChange />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("button", { name: "Save" });
}

const save = async () => {
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The settings are saved.");
};

it("moves the focus to the setting that the address names", async () => {
  await open([setting("program_name", "Bond"), setting("backup_at", "")], "/admin/settings#backup_at");
  await waitFor(() => expect(screen.getByLabelText("Time of the daily backup")).toHaveFocus());
});

it("leads from the search of the server's settings to those of the program", async () => {
  settings = [setting("smtp_host", ""), setting("currency", "USD")];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ServerPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const search = await screen.findByRole("searchbox", { name: "Search settings" });
  expect(screen.queryByText("Under Settings:")).toBeNull();
  await userEvent.type(search, "mail");
  const link = screen.getByRole("link", { name: "Mail server" });
  expect(link).toHaveAttribute("href", "/admin/settings#smtp_host");
  expect(screen.queryByRole("link", { name: "Currency" })).toBeNull();
});

it("keeps the focus when the button that was pressed goes", async () => {
  await open([setting("program_name", "Bond", { default: "Member program" }), setting("backup_at", "")]);
  const name = screen.getByLabelText("Program name");
  await userEvent.click(screen.getByRole("button", { name: "Back to the default: Program name" }));
  expect(name).toHaveValue("Member program");
  expect(name).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(name).toHaveValue("Bond");
  expect(name).toHaveFocus();
});

it("keeps what is typed while the saved settings come back, and shows what the server made of the rest", async () => {
  await open([setting("program_name", "Bond"), setting("link_days", "7")]);
  const name = screen.getByLabelText("Program name");
  await userEvent.clear(name);
  await userEvent.type(name, "Horizon ");
  let answer = (_: Response) => {};
  fetchMock.mockImplementation((url, init) =>
    init?.method !== "PUT" && String(url).endsWith("admin/settings")
      ? new Promise<Response>((done) => {
          answer = done;
        })
      : Promise.resolve(new Response("{}")),
  );
  await save();
  const days = screen.getByLabelText(/^Longest time/);
  await userEvent.clear(days);
  await userEvent.type(days, "14");
  settings = [setting("program_name", "Horizon"), setting("link_days", "7")];
  answer(new Response(JSON.stringify({ settings, others: [] })));
  await waitFor(() => expect(screen.getByLabelText("Program name")).toHaveValue("Horizon"));
  expect(screen.getByLabelText(/^Longest time/)).toHaveValue("14");
  expect(screen.getByRole("button", { name: "Save" })).toBeEnabled();
});

describe("a setting that opens something to others", () => {
  it("is sent with the password that the dialog asks for, and not without", async () => {
    await open([setting("link_days", "7", { asksPassword: true }), setting("program_name", "Bond")]);
    await userEvent.clear(screen.getByLabelText("Longest time of a link, in days"));
    await userEvent.type(screen.getByLabelText("Longest time of a link, in days"), "30");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Save these settings?" }));
    expect(dialog.getByText(/Longest time of a link, in days/)).toBeDefined();
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(sent()).toEqual([]);
    await userEvent.type(dialog.getByLabelText("Your password"), "correct horse 1");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByText("The settings are saved.");
    const put = fetchMock.mock.calls.find(([, init]) => init?.method === "PUT");
    expect(JSON.parse(String(put?.[1]?.body))).toEqual({
      settings: { link_days: "30" },
      password: "correct horse 1",
    });
  });
});

it("shows a switch for what is on or off, and goes back to the default", async () => {
  await open([
    setting("allow_links", "true", { group: "links", values: ["true", "false"], default: "false" }),
  ]);
  expect(screen.getByRole("switch", { name: "Links without an account" })).toBeChecked();
  await userEvent.click(
    screen.getByRole("button", { name: "Back to the default: Links without an account" }),
  );
  expect(screen.getByRole("switch")).not.toBeChecked();
  await save();
  expect(sent()).toEqual([{ allow_links: null }]);
});

it("never shows a secret, and sends another", async () => {
  await open([
    setting("smtp_password", "(set)", { group: "mail", isSecret: true, default: "" }),
    setting("time_zone", "Asia/Tokyo", { restarts: true, waits: true }),
  ]);
  const password = screen.getByLabelText("Password");
  expect(password).toHaveValue("");
  expect(password).toHaveAttribute("type", "password");
  expect(screen.getByText(/still uses the one before/)).toBeDefined();
  await userEvent.type(password, "hush-hush");
  await save();
  expect(sent()).toEqual([{ smtp_password: "hush-hush" }]);
});

describe("the modules of the program", () => {
  const list = () => screen.getByRole("group", { name: "Modules of the program" });

  it("are check boxes, without the administration, and are sent in the order of the list", async () => {
    await open([setting("modules", "MEMBERS,OFFERS", { default: ALL })]);
    const boxes = within(list()).getAllByRole("checkbox");
    expect(boxes).toHaveLength(10);
    expect(within(list()).queryByRole("checkbox", { name: /Administration/ })).toBeNull();
    expect(within(list()).getByRole("checkbox", { name: "Members Dashboard" })).toBeChecked();
    expect(within(list()).getByRole("checkbox", { name: /Emails Dashboard/ })).not.toBeChecked();
    await userEvent.click(within(list()).getByRole("checkbox", { name: "Content Dashboard" }));
    await userEvent.click(within(list()).getByRole("checkbox", { name: /Emails Dashboard/ }));
    await save();
    expect(sent()).toEqual([{ modules: "MEMBERS,EMAILS,OFFERS,CONTENT" }]);
  });

  it("go back to the default where all are chosen, and the default is named in a word", async () => {
    const changed = { default: ALL, changedAt: 1, changedBy: "ann" };
    await open([setting("modules", ALL.replace(",PEOPLE", ""), changed)]);
    expect(within(list()).getByText(/Chosen by ann.*Default: all\.$/)).toBeDefined();
    await userEvent.click(within(list()).getByRole("checkbox", { name: /People/ }));
    await save();
    expect(sent()).toEqual([{ modules: null }]);
  });

  it("cannot be changed where the settings file has them", async () => {
    await open([setting("modules", "MEMBERS", { default: ALL, fixedBy: "bond.toml:3" })]);
    await waitFor(() => expect(list()).toBeDisabled());
    expect(within(list()).getByText(/Fixed: it is set by bond\.toml:3\./)).toBeDefined();
  });
});

describe("the first month of the year", () => {
  it("is chosen by its name and sent as a number", async () => {
    const changed = { default: "1", changedAt: 1, changedBy: "ann" };
    await open([setting("fiscal_year_start", "7", changed)]);
    const month = screen.getByRole("combobox", { name: "First month of the year" });
    expect(within(month).getAllByRole("option")).toHaveLength(12);
    expect(month).toHaveDisplayValue("July");
    expect(screen.getByText(/Default: January\.$/)).toBeDefined();
    await userEvent.selectOptions(month, "April");
    await save();
    await userEvent.selectOptions(month, "January");
    await save();
    expect(sent()).toEqual([{ fiscal_year_start: "4" }, { fiscal_year_start: null }]);
  });
});

describe("Save", () => {
  it("sends the settings once, however often it is pressed", async () => {
    await open([setting("program_name", "Member program")]);
    await userEvent.type(screen.getByRole("textbox"), "!");
    let answer: () => void = () => {};
    fetchMock.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(new Response(JSON.stringify({ settings, others: [] })));
        }),
    );
    const button = screen.getByRole("button", { name: "Save" });
    await userEvent.click(button);
    await userEvent.click(button);
    expect(button).toHaveAttribute("aria-busy", "true");
    expect(sent()).toHaveLength(1);
    answer();
    await screen.findByText("The settings are saved.");
    await waitFor(() => expect(button).toHaveAttribute("aria-busy", "false"));
  });
});

describe("a setting that the server refuses", () => {
  const days = () => screen.getByLabelText("Longest time of a link, in days");
  const refuse = (status: number, body: object) =>
    fetchMock.mockImplementationOnce(async () => new Response(JSON.stringify(body), { status }));

  it("says so at its field, also where a password was asked for", async () => {
    await open([setting("link_days", "7", { asksPassword: true }), setting("program_name", "Bond")]);
    await userEvent.type(days(), "00");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Save these settings?" }));
    const own = dialog.getByLabelText("Your password");
    await userEvent.type(own, "wrong");
    refuse(403, { status: 403, error: "not_confirmed", message: "The password is wrong.", errors: [] });
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(own).toHaveAccessibleDescription(/^The password is wrong\./));
    expect(own).toHaveFocus();

    const faults = [{ field: "link_days", text: "expected a number from 1 to 365" }];
    refuse(400, { status: 400, error: "invalid_request", message: "", errors: [""], faults });
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(days()).toHaveAccessibleDescription(/^Expected a number from 1 to 365/));
    expect(screen.queryByRole("dialog", { name: "Save these settings?" })).toBeNull();
    expect(days()).toHaveFocus();
    expect(days()).toHaveValue("700");
  });
});

it("takes a colour by its digits or by choice, and wears it once it is saved", async () => {
  await open([setting("accent_color", "")]);
  const field = screen.getByLabelText("Colour");
  await userEvent.type(field, "#0B6E4F");
  expect(screen.getByLabelText("Choose a colour")).toHaveValue("#0b6e4f");
  await save();
  expect(sent()).toEqual([{ accent_color: "#0B6E4F" }]);
  const sheets = () => document.head.querySelectorAll('link[href$="/accent.css?0b6e4f"]');
  expect(sheets()).toHaveLength(1);
  await userEvent.clear(field);
  await save();
  expect(sheets()).toHaveLength(0);
});
