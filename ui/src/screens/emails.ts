import type { TextColumn } from "../blocks/declaration";
import { blocks } from "../copy";
import { emails as copy } from "./copy";
import type { BreakdownDeclaration, DashboardDeclaration, ScreensModule } from "./declaration";
import { scheduleRows, screenRows } from "./emailRows";
import { pinned } from "./pinnedCards";

const EMAILS = "api/v1/emails/dashboard";
const INFO = `${EMAILS}/info`;
/** How many planned e-mails are asked for at first. */
const PLANNED = 10;
/** How many rows of a list are shown before the reader asks for all. */
const ROWS = 20;

/** What every breakdown has. Its summary is its card of the dashboard's call. */
const BREAKDOWN = { parent: "emails-dashboard", bar: "emails", percentDecimals: 1 } as const;

const BY_NAME = { column: "name", descending: false } as const;

/** The lists of campaigns: each with the time its messages were sent. */
const BY_CAMPAIGN = {
  kind: "list",
  id: "campaigns",
  first: { field: "name", label: copy.campaign },
  sort: BY_NAME,
  search: blocks.typeToSearch,
  show: ROWS,
} as const;
const SENT_DATE: TextColumn = { field: "sentTime", label: copy.sentDate, format: "dateTime" };

/** Messages count on the day they were sent, whatever came of them later. */
const bySending = (scale: keyof typeof blocks.perScale) => copy.bySending(blocks.perScale[scale]);

const dashboard: DashboardDeclaration = {
  route: "emails-dashboard",
  bar: "emails",
  endpoint: INFO,
  links: ["emails-dashboard/schedule", "emails-dashboard/screens"],
  sections: [
    {
      cards: [
        {
          title: copy.cards.delivery,
          trend: "E_DELIVERY_STATUS",
          headline: "deliveryStatus.sent",
          secondary: ["deliveryStatus.campaigns", "deliveryStatus.delivered", "deliveryStatus.bounced"],
          to: "emails-dashboard/delivery-status-breakdown",
        },
        {
          title: copy.cards.performance,
          trend: "E_PERFORMANCE",
          headline: "performanceDto.avgOpen",
          secondary: ["performanceDto.avgClick"],
          to: "emails-dashboard/performance-breakdown",
        },
        {
          title: copy.cards.registration,
          trend: "E_ENROLL",
          headline: "enrollDto.percent",
          secondary: ["enrollDto.enrollments"],
          to: "emails-dashboard/registration-breakdown",
        },
        pinned.unsubscribed,
        {
          title: copy.cards.links,
          trend: "E_LINKS",
          headline: "linkDto.sum",
          to: "emails-dashboard/links-breakdown",
        },
      ],
    },
  ],
};

const schedule: BreakdownDeclaration = {
  ...BREAKDOWN,
  route: "emails-dashboard/schedule",
  // Nothing else restricts what is planned, and the period only how far back all of it goes.
  bar: "period",
  subtitle: copy.schedule.hint,
  endpoint: `${EMAILS}/schedules`,
  recordCount: PLANNED,
  bare: { path: `${EMAILS}/schedules`, blocks: scheduleRows },
  blocks: [
    {
      kind: "list",
      id: "schedule",
      block: "SCHEDULE",
      title: copy.schedule.title,
      first: { field: "date", label: copy.schedule.date, format: "date" },
      columns: [
        { field: "dayOfWeek", label: copy.schedule.day, format: "text" },
        { field: "audience", label: copy.schedule.audience, format: "text" },
        { field: "enrollmentStatus", label: copy.schedule.registrationStatus, format: "text" },
        { field: "notes", label: copy.schedule.note, format: "text" },
      ],
      sort: BY_NAME,
    },
  ],
};

const screens: BreakdownDeclaration = {
  ...BREAKDOWN,
  route: "emails-dashboard/screens",
  bar: "campaigns",
  endpoint: `${EMAILS}/screens`,
  bare: { path: `${EMAILS}/screens`, blocks: screenRows },
  blocks: [
    {
      kind: "list",
      id: "screens",
      block: "SCREENS",
      title: copy.screens.title,
      first: { field: "campaign", label: copy.campaign },
      columns: [
        { field: "subject", label: copy.screens.subject, format: "text" },
        { field: "ssl", label: copy.screens.ssl, format: "text" },
        { field: "link", label: copy.screens.link, format: "link", linkText: copy.screens.open },
      ],
      sort: BY_NAME,
      search: blocks.typeToSearch,
      show: ROWS,
    },
  ],
};

const links: BreakdownDeclaration = {
  ...BREAKDOWN,
  route: "emails-dashboard/links-breakdown",
  summary: { endpoint: INFO, metrics: ["linkDto.sum"] },
  endpoint: `${EMAILS}/linksClicked`,
  blocks: [
    {
      kind: "line",
      id: "clicksByPeriod",
      block: "CLICKS_BY_PERIOD",
      title: copy.links.byPeriod,
      subtitle: (scale) => copy.links.byClick(blocks.perScale[scale]),
      viewBy: true,
    },
    {
      kind: "table",
      id: "clicks",
      block: "CLICKS_TABLE",
      title: copy.links.table,
      // One figure leaves room for the chart beside it.
      wide: false,
      columns: [{ field: "value", bar: true }],
      sort: BY_NAME,
    },
    {
      kind: "list",
      id: "links",
      block: "CLICKED_LINKS",
      title: copy.links.list,
      first: { field: "link", label: copy.links.link, format: "link" },
      columns: [{ field: "total", bar: true }, { field: "percent" }],
      sort: { column: "total", descending: true },
      search: blocks.typeToSearch,
      show: ROWS,
    },
  ],
};

const unsubscribed: BreakdownDeclaration = {
  ...BREAKDOWN,
  route: "emails-dashboard/unsubscribed-breakdown",
  summary: { endpoint: INFO, metrics: ["unsubscribedDto.percent", "unsubscribedDto.sum"] },
  endpoint: `${EMAILS}/unsubscribed`,
  blocks: [
    {
      kind: "line",
      id: "unsubscribersByPeriod",
      block: "UNSUBSCRIBED_BY_PERIOD",
      title: copy.unsubscribed.byPeriod,
      subtitle: bySending,
      viewBy: true,
    },
    {
      kind: "pie",
      id: "unsubscribedPie",
      block: "UNSUBSCRIBED_TABLE",
      title: copy.unsubscribed.pie,
      subtitle: copy.unsubscribed.pieHint,
      value: "sum",
      of: copy.unsubscribed.unsubscribers,
    },
    {
      kind: "table",
      id: "unsubscribed",
      block: "UNSUBSCRIBED_TABLE",
      title: copy.unsubscribed.table,
      columns: [{ field: "sum" }, { field: "delivered" }, { field: "percent", bar: true }],
      sort: BY_NAME,
    },
    {
      ...BY_CAMPAIGN,
      block: "UNSUBSCRIBED_BY_CAMPAIGN_TABLE",
      title: copy.unsubscribed.byCampaigns,
      columns: [
        SENT_DATE,
        { field: "totalDelivered" },
        { field: "unsubscribed" },
        { field: "percent", bar: true },
      ],
    },
  ],
};

const deliveryStatus: BreakdownDeclaration = {
  ...BREAKDOWN,
  route: "emails-dashboard/delivery-status-breakdown",
  summary: {
    endpoint: INFO,
    metrics: [
      "deliveryStatus.sent",
      "deliveryStatus.campaigns",
      "deliveryStatus.delivered",
      "deliveryStatus.bounced",
    ],
  },
  endpoint: `${EMAILS}/deliveryStatus`,
  blocks: [
    ...(["sent", "delivered", "bounced"] as const).map((field) => ({
      kind: "line" as const,
      id: field,
      block: "DELIVERY_STATUS_BY_PERIOD",
      field,
      title: copy.delivery.byPeriod[field],
      subtitle: bySending,
      viewBy: true,
    })),
    {
      kind: "table",
      id: "deliveryStatus",
      block: "DELIVERY_STATUS_TABLE",
      title: copy.delivery.table,
      columns: [{ field: "sent", bar: true }, { field: "delivered" }, { field: "bounced" }],
      sort: BY_NAME,
    },
    {
      ...BY_CAMPAIGN,
      block: "DELIVERY_STATUS_BY_CAMPAIGN_TABLE",
      title: copy.delivery.byCampaigns,
      columns: [SENT_DATE, { field: "sent", bar: true }, { field: "delivered" }, { field: "bounced" }],
    },
  ],
};

const registration: BreakdownDeclaration = {
  ...BREAKDOWN,
  route: "emails-dashboard/registration-breakdown",
  summary: { endpoint: INFO, metrics: ["enrollDto.percent", "enrollDto.enrollments"] },
  endpoint: `${EMAILS}/enroll`,
  blocks: [
    {
      kind: "line",
      id: "registrationsByPeriod",
      block: "ENROLL_BY_PERIOD",
      title: copy.registration.byPeriod,
      subtitle: bySending,
      viewBy: true,
    },
    {
      kind: "table",
      id: "registrations",
      block: "ENROLL_TABLE",
      title: copy.registration.table,
      columns: [{ field: "enrollments" }, { field: "delivered" }, { field: "percent", bar: true }],
      sort: BY_NAME,
    },
    {
      ...BY_CAMPAIGN,
      block: "ENROLL_BY_CAMPAIGN_TABLE",
      title: copy.registration.byCampaigns,
      columns: [SENT_DATE, { field: "totalDelivered" }, { field: "enroll" }, { field: "percent", bar: true }],
    },
  ],
};

/** Without bars: five figures and a date leave none of the names room on one line as it is. */
const PERFORMANCE_COLUMNS = ["uniqueOpens", "avgOpen", "uniqueClicks", "avgClick", "totalDelivered"].map(
  (field) => ({ field }),
);

const performance: BreakdownDeclaration = {
  ...BREAKDOWN,
  route: "emails-dashboard/performance-breakdown",
  summary: { endpoint: INFO, metrics: ["performanceDto.avgOpen", "performanceDto.avgClick"] },
  endpoint: `${EMAILS}/performance`,
  blocks: [
    ...(
      [
        ["PERFORMANCE_BY_PERIOD", "uniqueOpens"],
        ["PERFORMANCE_BY_PERIOD", "uniqueClicks"],
        ["PERFORMANCE_BY_PERIOD_AVERAGE", "avgOpen"],
        ["PERFORMANCE_BY_PERIOD_AVERAGE", "avgClick"],
      ] as const
    ).map(([block, field]) => ({
      kind: "line" as const,
      id: field,
      block,
      field,
      title: copy.performance.byPeriod[field],
      // Opens and clicks are figures of no card, so that no metric tells their colours apart.
      colour: field === "uniqueClicks" ? 2 : undefined,
      subtitle: bySending,
      viewBy: true,
    })),
    {
      kind: "table",
      id: "performance",
      block: "PERFORMANCE_TABLE",
      title: copy.performance.table,
      columns: PERFORMANCE_COLUMNS,
      sort: BY_NAME,
    },
    {
      ...BY_CAMPAIGN,
      block: "PERFORMANCE_BY_CAMPAIGN_TABLE",
      title: copy.performance.byCampaigns,
      columns: [SENT_DATE, ...PERFORMANCE_COLUMNS],
    },
  ],
};

/** The Emails Dashboard, its schedule and screens, and its breakdowns. */
export const emails: ScreensModule = {
  dashboard,
  breakdowns: [schedule, screens, links, unsubscribed, deliveryStatus, registration, performance],
};
