import { deflateSync } from "node:zlib";
import type { User } from "./bond";
import { checkPage, devices } from "./looks";
import { open } from "./page";
import { testsWith } from "./program";
import { expect } from "./test";

const ADA: User = { login: "ada@example.com", firstName: "Ada" };

// A program of its own: others would see its logo.
const test = testsWith({ demo: 300, users: [[ADA, "ROLE_ADMIN"]] });
test.describe.configure({ mode: "default" });

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (CRC[(crc ^ byte) & 255] as number) ^ (crc >>> 8);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length);
  ends.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A picture of one colour. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from([11, 79, 108]))]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });

test("an administrator sets the logo, which shows in the sidebar and before signing in", async ({
  page,
  browser,
  address,
  expectFailure,
}) => {
  test.setTimeout(120_000);
  await open(page, "/admin/settings");
  const setting = page.getByRole("group", { name: "Logo" });
  const logos = page.locator('img[src*="/logo.png"]');
  const input = setting.getByLabel("Choose a picture");
  await expect(setting.getByText("None", { exact: true })).toBeVisible();

  expectFailure(400, "/api/v1/admin/logo");
  await input.setInputFiles(file("logo.png", Buffer.from("<svg/>")));
  await expect(setting.getByRole("alert")).toHaveText(/neither a PNG nor a JPEG; save the picture as one/);
  await input.setInputFiles(file("logo.png", Buffer.alloc(600 * 1024)));
  await expect(setting.getByRole("alert")).toHaveText(/larger than 512 KB/);

  await input.setInputFiles(file("logo.png", png(300, 90)));
  await expect(setting.locator("img")).toBeVisible();
  await expect(setting.getByRole("alert")).toHaveCount(0);
  // Here and in the sidebar.
  await expect(logos).toHaveCount(2);
  await expect(logos.first()).toBeVisible();
  for (const [device, size] of devices) {
    await page.setViewportSize(size.viewport);
    await checkPage(page, device, "Settings with a logo");
  }

  const visitor = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const outside = await visitor.newPage();
  const faults: string[] = [];
  outside.on("console", (message) => faults.push(message.text()));
  await outside.goto(`${address}/login`);
  await expect(outside.getByRole("main").locator("img")).toBeVisible();
  await checkPage(outside, "desktop", "Sign in with a logo");

  await setting.getByRole("button", { name: "Remove" }).click();
  await expect(setting.getByText("None", { exact: true })).toBeVisible();
  await expect(logos).toHaveCount(0);
  await outside.reload();
  await expect(outside.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect(outside.getByRole("main").locator("img")).toBeHidden();
  expect(faults).toEqual([]);
  await visitor.close();
});
