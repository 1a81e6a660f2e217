import type { Destinations, ReportAnswer } from "../../generated/wire";

/** A report as the server answers it, for tests. */
export const exampleReport: ReportAnswer = {
  id: 1,
  name: "Logins",
  screen: "api/v1/dashboard/users/logins",
  title: "Logins",
  filters: "{}",
  ofView: false,
  view: null,
  compared: [],
  every: "week",
  onDay: 1,
  channel: "mail",
  recipients: ["ann@example.com"],
  folder: "",
  webhook: "",
  format: "xlsx",
  login: "ann",
  isOwn: true,
  nextDay: "2026-11-30",
  waitsFor: null,
  againAt: null,
  lastAt: null,
  lastState: null,
  lastText: null,
};

/** Where something may go, for tests: by mail alone. */
export const exampleDestinations: Destinations = {
  canMail: true,
  canWrite: false,
  mailDomains: ["example.com"],
  webhookHosts: [],
};
