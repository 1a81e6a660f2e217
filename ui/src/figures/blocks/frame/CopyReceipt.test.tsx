import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { receipts as copy } from "#texts/receipt";
import { CopyReceipt } from "./CopyReceipt";

const RECEIPT = { format: "bond-receipt-1", metric: { id: "logins.totalLogins" }, signature: "c2ln" };
const PARAMS = { startDate: "2026-01-01", endDate: "2026-01-31" };

const asked = vi.fn<typeof fetch>();
const written = vi.fn<(text: string) => Promise<void>>();

function answer(status: number, body: unknown): Promise<Response> {
  return Promise.resolve(new Response(JSON.stringify(body), { status }));
}

beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal("navigator", { clipboard: { writeText: written } });
  written.mockResolvedValue(undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

function press() {
  render(<CopyReceipt metric="logins.totalLogins" params={PARAMS} />);
  const button = screen.getByRole("button", { name: copy.copy });
  button.focus();
  fireEvent.click(button);
  return button;
}

describe("Copy receipt", () => {
  it("asks with the filter of the figure, copies the receipt and says so", async () => {
    asked.mockReturnValue(answer(200, RECEIPT));
    const button = press();
    expect(screen.getByRole("status")).toHaveTextContent(copy.asking);
    expect(button).toHaveAttribute("aria-disabled", "true");
    // A second press while it asks asks nothing.
    fireEvent.click(button);
    await screen.findByText(copy.copied);
    expect(asked).toHaveBeenCalledTimes(1);
    const [path, request] = asked.mock.calls[0] ?? [];
    expect(String(path)).toMatch(/\/api\/v1\/receipts\/logins\.totalLogins$/);
    expect(JSON.parse(String(request?.body))).toEqual(PARAMS);
    expect(written).toHaveBeenCalledWith(JSON.stringify(RECEIPT, null, 2));
    expect(button).not.toHaveAttribute("aria-disabled");
    expect(button).toHaveFocus();
  });

  it("says why there is none", async () => {
    const message = "There is no receipt of this figure: too few members are behind it.";
    asked.mockReturnValue(answer(409, { status: 409, error: "conflict", message, errors: [] }));
    press();
    await screen.findByText(message);
    expect(written).not.toHaveBeenCalled();
  });

  it("says that it failed where the server does not answer", async () => {
    asked.mockRejectedValue(new TypeError("no network"));
    press();
    await screen.findByText(copy.failed);
  });

  it("shows the receipt where the browser has no clipboard", async () => {
    asked.mockReturnValue(answer(200, RECEIPT));
    written.mockRejectedValue(new DOMException("not allowed", "NotAllowedError"));
    press();
    expect(await screen.findByRole("textbox", { name: copy.text })).toHaveValue(
      JSON.stringify(RECEIPT, null, 2),
    );
    expect(screen.getByRole("status")).toHaveTextContent(copy.notCopied);
  });
});
