import { expect, it } from "vitest";
import { ownKeys } from "./ownKeys";

it("gives distinct keys to items with the same name", () => {
  const keys = ownKeys(["Auto", "Auto", "2 Auto", "Home"]);
  expect(new Set(keys).size).toBe(4);
  expect(ownKeys(["Home", "Auto", "Auto"]).slice(1)).toEqual(keys.slice(0, 2));
});
