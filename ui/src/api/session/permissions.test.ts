import { describe, expect, it } from "vitest";
import type { ModuleCode, SessionUser } from "../../generated/wire";
import { firstOpen, mayChange, mayOpen, maySee } from "./permissions";

function user(modules: readonly ModuleCode[], editable: readonly ModuleCode[] = []): SessionUser {
  const permissions = modules.map((code) => ({ module: { code }, editable: editable.includes(code) }));
  return {
    id: 1,
    firstName: "Ann",
    roleList: [{ name: "R", permissions }],
    modules: [...modules],
    schedule: false,
    preferences: {},
  };
}

describe("the permissions of a user", () => {
  it("open the screens of their modules, and those below them", () => {
    const offers = user(["OFFERS"]);
    expect(mayOpen(offers, "offers-dashboard/partners-breakdown")).toBe(true);
    expect(mayOpen(offers, "user-dashboard/logins-breakdown")).toBe(false);
    expect(mayOpen(offers, "content-elements")).toBe(false);
  });

  it("open the schedule of e-mails apart from the dashboard: it belongs to no member", () => {
    const limited = user(["EMAILS"]);
    expect(mayOpen(limited, "emails-dashboard/screens")).toBe(true);
    expect(mayOpen(limited, "emails-dashboard/schedule")).toBe(false);
    expect(mayOpen({ ...limited, schedule: true }, "emails-dashboard/schedule")).toBe(true);
  });

  it("are not needed for Insights and Recommendations, which show how to ask for them", () => {
    expect(mayOpen(user([]), "bond-insights")).toBe(true);
    expect(mayOpen(user([]), "recommendations")).toBe(true);
  });

  it("lead to the first dashboard in the order of the menu", () => {
    expect(firstOpen(user(["CONTENT", "EMAILS"]))).toBe("emails-dashboard");
    expect(firstOpen(user(["MONITOR", "MEMBERS"]))).toBe("executive-summary");
    expect(firstOpen(user(["ADMIN"]))).toBeNull();
  });

  it("allow changes where one is editable; administrators change the data too", () => {
    expect(mayChange(user(["OFFERS"]), "OFFERS")).toBe(false);
    expect(mayChange(user(["OFFERS"], ["OFFERS"]), "OFFERS")).toBe(true);
    expect(mayChange(user(["ADMIN", "DATA"], ["ADMIN"]), "DATA")).toBe(true);
    expect(mayChange(user(["DATA"], ["DATA"]), "ADMIN")).toBe(false);
  });

  it("are none without a user", () => {
    expect(maySee(null, "MONITOR")).toBe(false);
    expect(firstOpen(null)).toBeNull();
  });
});
