import { expect, it } from "vitest";
import type { ListedUser } from "../../../generated/wire";
import { stateOf, waysIn } from "./users";

const user = (part: Partial<ListedUser>): ListedUser => ({
  id: 1,
  login: "ann@example.com",
  firstName: "Ann",
  roles: ["USERS"],
  disabled: false,
  service: false,
  hasPassword: false,
  secondFactor: false,
  issuer: null,
  providers: [],
  createdAt: 0,
  signedInAt: null,
  ...part,
});

it("says how a user signs in, and whether it can", () => {
  const linked = user({ hasPassword: true, providers: ["https://id.example.com"] });
  expect([waysIn(linked), stateOf(linked)]).toEqual([
    "password, OpenID Connect: https://id.example.com",
    "active",
  ]);
  const partner = user({ issuer: "portal" });
  expect([waysIn(partner), stateOf(partner)]).toEqual(["links of portal", "active"]);
  const invited = user({});
  expect([waysIn(invited), stateOf(invited)]).toEqual(["nothing yet", "invited"]);
  expect(stateOf(user({ disabled: true }))).toBe("disabled");
  const service = user({ service: true });
  expect([waysIn(service), stateOf(service)]).toEqual(["API tokens only", "active"]);
});
