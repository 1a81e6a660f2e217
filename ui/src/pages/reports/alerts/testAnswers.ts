import type { AlertAnswer, AlertList } from "../../../generated/wire";
import { exampleDestinations } from "../testAnswers";

/** An alert as the server answers it, for tests. */
export const exampleAlert: AlertAnswer = {
  id: 1,
  name: "Logins fall",
  metric: "logins.totalLogins",
  label: "Total Logins",
  unit: "count",
  filters: "{}",
  rule: "percent",
  direction: "down",
  amount: 10,
  table: null,
  channel: "webhook",
  recipients: [],
  folder: "",
  webhook: "https://hooks.example.com/secret",
  login: "ann",
  isOwn: true,
  state: "holds",
  found: "Total Logins is 90.",
  checkedAt: 5,
  begunAt: 5,
  endedAt: null,
  againAt: null,
  lastAt: 5,
  lastState: "sent",
  lastText: "Posted to hooks.example.com.",
};

/** The alerts of a user, for tests. */
export const exampleAlerts: AlertList = {
  alerts: [exampleAlert],
  destinations: exampleDestinations,
  figures: [
    { metric: "score", label: "BOND Score", unit: "decimal", byWeekday: false, byChance: true },
    { metric: "logins.totalLogins", label: "Total Logins", unit: "count", byWeekday: true, byChance: false },
    {
      metric: "returnRate.returnRate",
      label: "Return Rate",
      unit: "percent",
      byWeekday: false,
      byChance: true,
    },
  ],
  tables: ["logins"],
};
