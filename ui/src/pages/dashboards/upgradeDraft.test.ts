import { describe, expect, it } from "vitest";
import { dialled, upgradeDraft } from "./upgradeDraft";

describe("upgradeDraft", () => {
  const parts = (address: string) => {
    const { protocol, pathname, search } = new URL(address);
    const written = [...search.slice(1).split("&")].map((part) =>
      decodeURIComponent(part.split("=")[1] ?? ""),
    );
    return { protocol, pathname, subject: written[0], body: written[1], search };
  };

  it("is addressed to the account manager", () => {
    const manager = { name: "Jo Day", mail: "jo+bond@example.com", phone: "" };
    expect(parts(upgradeDraft("BOND Insights", "Perks", manager)).pathname).toBe("jo%2Bbond@example.com");
    const odd = { ...manager, mail: "jo?cc=x@example.com" };
    expect(parts(upgradeDraft("BOND Insights", "Perks", odd))).toMatchObject({
      pathname: "jo%3Fcc%3Dx@example.com",
      subject: "Upgrade to BOND Insights",
    });
  });

  it("has no recipient if none is known, and names the product and the program", () => {
    const draft = parts(upgradeDraft("BOND Insights", "Perks & More", null));
    expect(draft).toMatchObject({
      protocol: "mailto:",
      pathname: "",
      subject: "Upgrade to BOND Insights",
    });
    expect(draft.body).toContain("upgrade Perks & More to BOND Insights");
    expect(draft.search).not.toContain("+");
  });

  it("omits the program's name while it is unknown", () => {
    expect(parts(upgradeDraft("Recommendations", undefined, null)).body).toContain("upgrade our program to");
  });
});

it("dials a number however it is written", () => {
  expect(dialled("+1 (555) 010-0200")).toBe("+15550100200");
});
