import type { SessionUser } from "../../generated/wire";

/** A signed-in user without any permission, for tests. */
export const exampleUser: SessionUser = {
  id: 1,
  firstName: "Maya",
  roleList: [],
  modules: [],
  schedule: false,
  preferences: {},
};
