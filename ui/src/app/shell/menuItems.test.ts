import { describe, expect, it } from "vitest";
import { currentItem, menu } from "./menuItems";

describe("the menu", () => {
  it("is in the order of the specification", () => {
    expect(menu.map(({ label }) => label)).toEqual([
      "Program Monitor",
      "Members Dashboard",
      "Emails Dashboard",
      "Screens",
      "Schedule",
      "Website Dashboard",
      "Offers Dashboard",
      "Content Dashboard",
      "Insights",
      "Recommendations",
    ]);
  });

  it("marks the closest entry a screen belongs to", () => {
    expect(currentItem("/user-dashboard/logins-breakdown")?.route).toBe("user-dashboard");
    expect(currentItem("/emails-dashboard")?.route).toBe("emails-dashboard");
    expect(currentItem("/emails-dashboard/screens/")?.route).toBe("emails-dashboard/screens");
    expect(currentItem("/emails-dashboard/schedule")?.route).toBe("emails-dashboard/schedule");
    expect(currentItem("/User-Dashboard/Logins-Breakdown")?.route).toBe("user-dashboard");
    expect(currentItem("/content-elements")).toBeNull();
  });
});
