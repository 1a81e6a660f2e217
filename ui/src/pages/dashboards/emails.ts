import { charts } from "#texts/blocks";
import { panels } from "#texts/filters";
import { emails as copy } from "#texts/screens";
import type { LineBlock, TextColumn } from "../../figures/blocks/declaration";
import { breakdown, dashboard, rowsBreakdown } from "./declaration";
import { scheduleRows, screenRows } from "./emailRows";
import { pinned } from "./pinnedCards";

/** The number of planned e-mails requested at first. */
const PLANNED = 10;
/** The number of rows of a list shown at first. */
const ROWS = 20;

/** The lists of campaigns: each with the time its messages were sent. */
const BY_CAMPAIGN = {
  kind: "list",
  id: "campaigns",
  items: "campaign",
  first: { field: "name", label: copy.campaign },
  search: panels.typeToSearch,
  show: ROWS,
} as const;
const SENT_DATE: TextColumn<"sentTime"> = { field: "sentTime", label: copy.sentDate, format: "dateTime" };

/** The subtitle of charts in which messages count on the day they were sent. */
const bySending = (scale: keyof typeof charts.perScale) => copy.bySending(charts.perScale[scale]);

/** A chart of one figure of messages. */
const bySent = <B extends string, F extends string>(block: B, field: F, title: string): LineBlock<B, F> => ({
  kind: "line",
  id: field,
  block,
  field,
  title,
  subtitle: bySending,
  viewBy: true,
});

/** Without bars: with five figures and a date, names have little room already. */
const PERFORMANCE_COLUMNS = [
  { field: "uniqueOpens" },
  { field: "avgOpen", of: "uniqueOpens", by: "totalDelivered" },
  { field: "uniqueClicks" },
  { field: "avgClick", of: "uniqueClicks", by: "totalDelivered" },
  { field: "totalDelivered" },
] as const;

/** The Emails Dashboard, its schedule and screens, and its breakdowns. */
export const emails = dashboard("emails-dashboard", "api/v1/emails/dashboard/info", {
  bar: "emails",
  breakdowns: { percentDecimals: 1 },
  screens: {
    schedule: {
      breakdown: rowsBreakdown("api/v1/emails/dashboard/schedules", scheduleRows, {
        // Only the period restricts the schedule, and only how far back it goes.
        bar: "period",
        subtitle: copy.schedule.hint,
        recordCount: PLANNED,
        showsChosenPeriod: true,
        isExported: true,
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
          },
        ],
      }),
    },
    screens: {
      breakdown: rowsBreakdown("api/v1/emails/dashboard/screens", screenRows, {
        bar: "campaigns",
        blocks: [
          {
            kind: "list",
            id: "screens",
            block: "SCREENS",
            title: copy.screens.title,
            first: { field: "campaign", label: copy.campaign },
            columns: [
              { field: "subject", label: copy.screens.subject, format: "text" },
              { field: "ssl", label: copy.screens.ssl, format: "text", definition: copy.screens.sslMeans },
              { field: "link", label: copy.screens.link, format: "link", linkText: copy.screens.open },
            ],
            search: panels.typeToSearch,
            show: ROWS,
          },
        ],
      }),
    },
    "delivery-status-breakdown": {
      card: {
        title: copy.cards.delivery,
        trend: "E_DELIVERY_STATUS",
        headline: "deliveryStatus.sent",
        secondary: ["deliveryStatus.campaigns", "deliveryStatus.delivered", "deliveryStatus.bounced"],
      },
      breakdown: breakdown("api/v1/emails/dashboard/deliveryStatus", {
        summary: "card",
        blocks: [
          bySent("DELIVERY_STATUS_BY_PERIOD", "sent", copy.delivery.byPeriod.sent),
          bySent("DELIVERY_STATUS_BY_PERIOD", "delivered", copy.delivery.byPeriod.delivered),
          bySent("DELIVERY_STATUS_BY_PERIOD", "bounced", copy.delivery.byPeriod.bounced),
          {
            kind: "table",
            id: "deliveryStatus",
            block: "DELIVERY_STATUS_TABLE",
            title: copy.delivery.table,
            opensBy: "AUDIENCE",
            columns: [{ field: "sent", bar: true }, { field: "delivered" }, { field: "bounced" }],
          },
          {
            ...BY_CAMPAIGN,
            block: "DELIVERY_STATUS_BY_CAMPAIGN_TABLE",
            title: copy.delivery.byCampaigns,
            columns: [SENT_DATE, { field: "sent", bar: true }, { field: "delivered" }, { field: "bounced" }],
          },
        ],
      }),
    },
    "performance-breakdown": {
      card: {
        title: copy.cards.performance,
        trend: "E_PERFORMANCE",
        headline: "performanceDto.avgOpen",
        secondary: ["performanceDto.avgClick"],
      },
      breakdown: breakdown("api/v1/emails/dashboard/performance", {
        summary: "card",
        blocks: [
          bySent("PERFORMANCE_BY_PERIOD", "uniqueOpens", copy.performance.byPeriod.uniqueOpens),
          bySent("PERFORMANCE_BY_PERIOD", "uniqueClicks", copy.performance.byPeriod.uniqueClicks),
          bySent("PERFORMANCE_BY_PERIOD_AVERAGE", "avgOpen", copy.performance.byPeriod.avgOpen),
          bySent("PERFORMANCE_BY_PERIOD_AVERAGE", "avgClick", copy.performance.byPeriod.avgClick),
          {
            kind: "table",
            id: "performance",
            block: "PERFORMANCE_TABLE",
            title: copy.performance.table,
            opensBy: "AUDIENCE",
            columns: PERFORMANCE_COLUMNS,
          },
          {
            ...BY_CAMPAIGN,
            block: "PERFORMANCE_BY_CAMPAIGN_TABLE",
            title: copy.performance.byCampaigns,
            columns: [SENT_DATE, ...PERFORMANCE_COLUMNS],
          },
        ],
      }),
    },
    "registration-breakdown": {
      card: {
        title: copy.cards.registration,
        trend: "E_ENROLL",
        headline: "enrollDto.percent",
        secondary: ["enrollDto.enrollments"],
      },
      breakdown: breakdown("api/v1/emails/dashboard/enroll", {
        summary: "card",
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
            columns: [
              { field: "enrollments" },
              { field: "delivered" },
              { field: "percent", bar: true, of: "enrollments", by: "delivered" },
            ],
          },
          {
            ...BY_CAMPAIGN,
            block: "ENROLL_BY_CAMPAIGN_TABLE",
            title: copy.registration.byCampaigns,
            columns: [
              SENT_DATE,
              { field: "totalDelivered" },
              { field: "enroll" },
              { field: "percent", bar: true, of: "enroll", by: "totalDelivered" },
            ],
          },
        ],
      }),
    },
    "unsubscribed-breakdown": {
      card: pinned["emails-dashboard/unsubscribed-breakdown"],
      breakdown: breakdown("api/v1/emails/dashboard/unsubscribed", {
        summary: "card",
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
            columns: [
              { field: "sum" },
              { field: "delivered" },
              { field: "percent", bar: true, of: "sum", by: "delivered" },
            ],
          },
          {
            ...BY_CAMPAIGN,
            block: "UNSUBSCRIBED_BY_CAMPAIGN_TABLE",
            title: copy.unsubscribed.byCampaigns,
            columns: [
              SENT_DATE,
              { field: "totalDelivered" },
              { field: "unsubscribed" },
              { field: "percent", bar: true, of: "unsubscribed", by: "totalDelivered" },
            ],
          },
        ],
      }),
    },
    "links-breakdown": {
      card: {
        title: copy.cards.links,
        trend: "E_LINKS",
        headline: "linkDto.sum",
      },
      breakdown: breakdown("api/v1/emails/dashboard/linksClicked", {
        summary: "card",
        blocks: [
          {
            kind: "line",
            id: "clicksByPeriod",
            block: "CLICKS_BY_PERIOD",
            title: copy.links.byPeriod,
            subtitle: (scale) => copy.links.byClick(charts.perScale[scale]),
            viewBy: true,
          },
          {
            kind: "table",
            id: "clicks",
            block: "CLICKS_TABLE",
            title: copy.links.table,
            // With only one figure there is room for the chart in the same row.
            wide: false,
            columns: [{ field: "value", bar: true }],
          },
          {
            kind: "list",
            id: "links",
            block: "CLICKED_LINKS",
            title: copy.links.list,
            first: { field: "link", label: copy.links.link, format: "link" },
            columns: [{ field: "total", bar: true }, { field: "percent" }],
            sort: { column: "total", descending: true },
            search: panels.typeToSearch,
            show: ROWS,
          },
        ],
      }),
    },
  },
});
