import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyDemo, serve } from "./bond";

/** Creates a demo program and serves it; workers read its address from the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), "bond-e2e-"));
  process.env.E2E_DATA = join(directory, "data");
  process.env.E2E_DEMOS = join(directory, "demos");
  mkdirSync(process.env.E2E_DEMOS);
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    copyDemo(Number(process.env.E2E_MEMBERS ?? "3000"), process.env.E2E_DATA);
    const { url, stop } = await serve();
    process.env.E2E_URL = url;
    return async () => {
      await stop();
      remove();
    };
  } catch (error) {
    remove();
    throw error;
  }
}
