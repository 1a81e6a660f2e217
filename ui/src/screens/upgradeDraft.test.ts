import { describe, expect, it } from "vitest";
import { upgradeDraft } from "./upgradeDraft";

describe("upgradeDraft", () => {
  const parts = (address: string) => {
    const { protocol, pathname, search } = new URL(address);
    const written = [...search.slice(1).split("&")].map((part) =>
      decodeURIComponent(part.split("=")[1] ?? ""),
    );
    return { protocol, pathname, subject: written[0], body: written[1], search };
  };

  it("has no recipient and names the product and the program", () => {
    const draft = parts(upgradeDraft("BOND Insights", "Perks & More"));
    expect(draft).toMatchObject({
      protocol: "mailto:",
      pathname: "",
      subject: "Upgrade to BOND Insights",
    });
    expect(draft.body).toContain("upgrade Perks & More to BOND Insights");
    expect(draft.search).not.toContain("+");
  });

  it("omits the program's name while it is unknown", () => {
    expect(parts(upgradeDraft("Recommendations", undefined)).body).toContain("upgrade our program to");
  });
});
