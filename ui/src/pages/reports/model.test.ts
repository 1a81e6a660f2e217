import { describe, expect, it } from "vitest";
import type { ReportDraft } from "../../figures/exports/handoff";
import type { ReportAnswer, ViewAnswer } from "../../generated/wire";
import { channelsOf, receiverOf } from "./destination";
import { bodyOf, formOf, scheduleOf, viewsOf } from "./model";
import { exampleDestinations, exampleReport } from "./testAnswers";

const DRAFT: ReportDraft = {
  screen: "api/v1/dashboard/users/logins",
  title: "Logins Breakdown",
  params: { period: "THIS_YEAR" },
  route: "user-dashboard/logins-breakdown",
  compared: ["LOGINS_TABLE"],
};
const draft = { kind: "draft", draft: DRAFT } as const;

const report = (more: Partial<ReportAnswer>): ReportAnswer => ({ ...exampleReport, ...more });

describe("a report", () => {
  it("says when it is sent and to whom", () => {
    expect(scheduleOf(report({ every: "day", onDay: null }))).toBe("Every day");
    expect(scheduleOf(report({ every: "week", onDay: 7 }))).toBe("Every Sunday");
    expect(scheduleOf(report({ every: "month", onDay: 31 }))).toBe("Every month on day 31");
    expect(receiverOf(report({ recipients: ["a@x.org", "b@x.org"] }))).toBe("a@x.org, b@x.org");
    expect(receiverOf(report({ channel: "folder", recipients: [], folder: "board" }))).toBe("Folder board");
    const webhook = report({ channel: "webhook", recipients: [], webhook: "https://x.org:8443/a?b" });
    expect(receiverOf(webhook)).toBe("Webhook x.org:8443");
  });

  it("is made of the screen with its filters, or follows a view of it", () => {
    const form = formOf(draft, exampleDestinations);
    expect(
      bodyOf(draft, {
        ...form,
        recipients: " a@x.org; b@x.org,\nc@x.org ",
      }),
    ).toEqual({
      name: "Logins Breakdown",
      screen: DRAFT.screen,
      filters: '{"period":"THIS_YEAR"}',
      compared: ["LOGINS_TABLE"],
      every: "week",
      onDay: 1,
      recipients: ["a@x.org", "b@x.org", "c@x.org"],
      format: "xlsx",
    });
    const followed = {
      ...form,
      view: "7",
      every: "day",
      channel: "folder",
      folder: "board",
      format: "pdf",
    } as const;
    expect(bodyOf(draft, followed)).toEqual({
      name: "Logins Breakdown",
      screen: DRAFT.screen,
      view: 7,
      compared: ["LOGINS_TABLE"],
      every: "day",
      folder: "board",
      format: "pdf",
    });
    expect(bodyOf(draft, { ...form, every: "month", monthDay: "x" })).not.toHaveProperty("onDay");
  });

  it("opens with what it has, and keeps its filters", () => {
    const saved = { kind: "saved", report: report({ every: "month", onDay: 31, filters: "{}" }) } as const;
    const form = formOf(saved, exampleDestinations);
    expect(form).toMatchObject({
      name: "Logins",
      monthDay: "31",
      channel: "mail",
      recipients: "ann@example.com",
    });
    expect(bodyOf(saved, form)).toMatchObject({ filters: "{}", every: "month", onDay: 31 });
    expect(bodyOf(saved, form)).not.toHaveProperty("compared");
    const compares = { kind: "saved", report: report({ compared: ["LOGINS_TABLE"] }) } as const;
    expect(bodyOf(compares, form)).toHaveProperty("compared", ["LOGINS_TABLE"]);
    const others = { ...exampleDestinations, canMail: false, canWrite: true, webhookHosts: ["x.org"] };
    expect(formOf(draft, others).channel).toBe("folder");
    expect(channelsOf(others)).toEqual(["folder", "webhook"]);
  });

  it("follows only views of its own screen", () => {
    const view = (id: number, screen: string) => ({ id, screen }) as ViewAnswer;
    const views = [view(1, DRAFT.route), view(2, "user-dashboard")];
    expect(viewsOf(draft, views).map(({ id }) => id)).toEqual([1]);
    expect(viewsOf({ kind: "saved", report: report({ view: 2 }) }, views).map(({ id }) => id)).toEqual([2]);
  });
});
