import { describe, expect, it } from "vitest";
import { refusal } from "./client";
import { failureText, reasonOf } from "./reason";

const body = (status: number, error: string) => ({ status, error, message: "A server is away.", errors: [] });

describe("reasonOf", () => {
  it("is what the server says about figures that it does not have now", () => {
    expect(reasonOf(refusal(503, body(503, "data_unavailable"), null))).toBe("A server is away.");
  });

  it("is what the server says to a user whose roles do not open them any more", () => {
    expect(reasonOf(refusal(403, body(403, "forbidden"), null))).toBe("A server is away.");
    expect(reasonOf(refusal(403, body(403, "csrf"), null))).toBeUndefined();
  });

  it("leaves out what is not for readers, and what does not come from Bond", () => {
    expect(reasonOf(refusal(400, body(400, "invalid_request"), null))).toBeUndefined();
    expect(reasonOf(refusal(500, body(500, "internal"), null))).toBeUndefined();
    expect(reasonOf(refusal(503, "<html>Bad gateway</html>", null))).toBeUndefined();
    expect(reasonOf(refusal(0, null, null))).toBeUndefined();
    expect(reasonOf(new Error("no"))).toBeUndefined();
    expect(reasonOf(null)).toBeUndefined();
  });
});

describe("failureText", () => {
  it("is what the server says, and what the page says where the server says nothing", () => {
    expect(failureText(refusal(400, body(400, "invalid_request"), null), "Not saved.")).toBe(
      "A server is away.",
    );
    expect(failureText(refusal(503, "<html>Bad gateway</html>", null), "Not saved.")).toBe("Not saved.");
    expect(failureText(refusal(0, null, null), "Not saved.")).toBe("Not saved.");
    expect(failureText(new Error("no"), "Not saved.")).toBe("Not saved.");
  });
});
