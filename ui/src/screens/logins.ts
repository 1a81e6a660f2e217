import { blocks, screens } from "../copy";
import type { BreakdownDeclaration } from "./declaration";

const copy = screens.logins;

/** Logins: by period, unique by period, and by user group. */
export const logins: BreakdownDeclaration = {
  route: "user-dashboard/logins-breakdown",
  parent: "user-dashboard",
  bar: "groups",
  summary: {
    endpoint: "api/v1/dashboard/users/userDashboardInfo/LOGINS",
    metrics: ["logins.totalLogins", "logins.uniqueLogins"],
  },
  endpoint: "api/v1/dashboard/users/logins",
  recordCount: 6,
  blocks: [
    {
      kind: "line",
      id: "logins",
      block: "LOGINS_BY_PERIOD",
      title: copy.loginsByPeriod,
      subtitle: copy.allLogins,
      metric: "logins.totalLogins",
      viewBy: true,
    },
    {
      kind: "line",
      id: "uniqueLogins",
      block: "UNIQUE_LOGINS_BY_PERIOD",
      title: copy.uniqueLoginsByPeriod,
      subtitle: (scale) => copy.membersOnce(blocks.perScale[scale]),
      metric: "logins.uniqueLogins",
      viewBy: true,
    },
    {
      kind: "table",
      id: "table",
      block: "LOGINS_TABLE",
      title: copy.table,
      columns: [
        { field: "total", metric: "logins.totalLogins", bar: true },
        { field: "unique", metric: "logins.uniqueLogins" },
      ],
      sort: { column: "name", descending: false },
    },
  ],
};
