import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { BackupPlaceAnswer } from "../../generated/wire";
import BackupPlaces from "./BackupPlaces";

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

const place = (name: string, of: Partial<BackupPlaceAnswer>): BackupPlaceAnswer => ({
  name,
  kind: "sftp",
  place: "vault.example.com:22",
  isRunning: false,
  copies: 3,
  sentAt: 1_700_000_000,
  testedAt: null,
  found: null,
  triedAt: 1_700_000_000,
  fault: null,
  ...of,
});
const draw = (places: readonly BackupPlaceAnswer[], mayChange = true, hasBackup = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BackupPlaces places={places} mayChange={mayChange} hasBackup={hasBackup} />
    </QueryClientProvider>,
  );

it("says how each place does, why one failed and what a test found", () => {
  draw([
    place("vault", { testedAt: 1_700_000_100, found: "restored and compared" }),
    place("nas", { kind: "folder", place: "/mnt/nas", fault: "it is full" }),
    place("bucket", { kind: "s3", copies: 0, sentAt: null }),
    place("busy", { isRunning: true }),
  ]);
  const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(`^${name} `) }));
  expect(row("vault").getByText("Good")).toBeInTheDocument();
  expect(row("nas").getByText("Failed")).toBeInTheDocument();
  expect(row("bucket").getByText("No copy yet")).toBeInTheDocument();
  expect(row("bucket").getByRole("button", { name: /test it/ })).toBeDisabled();
  expect(row("busy").getByText("At work")).toBeInTheDocument();
  expect(screen.getByText(/it is full/)).toBeInTheDocument();
  expect(screen.getByText(/restored and compared/)).toBeInTheDocument();
});

it("sends and tests for whoever may change it", async () => {
  fetchMock.mockImplementation(async () => Response.json({ name: "vault" }, { status: 202 }));
  draw([place("vault", {})]);
  await userEvent.click(screen.getByRole("button", { name: "Send the newest backup to vault now" }));
  await userEvent.click(screen.getByRole("button", { name: "Fetch the newest copy in vault and test it" }));
  const sent = fetchMock.mock.calls.map(([path, init]) => [String(path), JSON.parse(String(init?.body))]);
  expect(sent.map(([path]) => String(path).replace(/^.*api/, "api"))).toEqual(
    Array(2).fill("api/v1/admin/backups/places/vault"),
  );
  expect(sent.map(([, body]) => body)).toEqual([{ test: false }, { test: true }]);
});

it("offers nothing to whoever may only read", () => {
  draw([place("vault", {})], false);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("sends nothing while there is no backup", () => {
  draw([place("vault", { copies: 0, sentAt: null })], true, false);
  expect(screen.getByRole("button", { name: "Send the newest backup to vault now" })).toBeDisabled();
});
