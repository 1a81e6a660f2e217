import { charts } from "#texts/blocks";
import { members as copy } from "#texts/screens";
import { breakdown, dashboard } from "./declaration";
import { pinned } from "./pinnedCards";

/** Member Dashboard and its breakdowns. */
export const members = dashboard("user-dashboard", "api/v1/dashboard/users/userDashboardInfo", {
  bar: "groups",
  breakdowns: { recordCount: 6 },
  cards: [
    {
      title: copy.cards.satisfaction,
      trend: "U_SATISFACTION",
      headline: "satisfaction.percent",
      secondary: ["satisfaction.answers"],
    },
  ],
  screens: {
    "registrations-breakdown": {
      card: pinned["user-dashboard/registrations-breakdown"],
      breakdown: breakdown("api/v1/dashboard/users/enrollments", {
        summary: "api/v1/dashboard/users/userDashboardInfo/ENROLLMENTS",
        blocks: [
          {
            kind: "line",
            id: "newRegistrations",
            block: "NEW_ENROLLMENTS_BY_PERIOD",
            title: copy.registrations.newByPeriod,
            viewBy: true,
          },
          {
            kind: "line",
            id: "registrations",
            block: "ENROLLMENTS_BY_PERIOD",
            title: copy.registrations.byPeriod,
            subtitle: (scale) => copy.asOfEnd(charts.perScale[scale]),
            viewBy: true,
            zoom: true,
          },
          {
            kind: "table",
            id: "table",
            block: "ENROLLMENTS_TABLE",
            title: copy.registrations.table,
            columns: [{ field: "value", bar: true }, { field: "value2" }],
          },
          {
            kind: "bars",
            id: "sources",
            block: "NEW_ENROLLMENTS_BY_SOURCE",
            items: "channel",
            title: copy.registrations.bySource,
          },
          {
            kind: "line",
            id: "eligible",
            block: "ELIGIBLE_BY_PERIOD",
            title: copy.registrations.eligibleByPeriod,
            subtitle: (scale) => copy.asOfEnd(charts.perScale[scale]),
            viewBy: true,
            zoom: true,
          },
          {
            kind: "line",
            id: "registeredTiers",
            block: "ENROLLED_TIERS_BY_PERIOD",
            title: copy.registrations.byTier,
            subtitle: (scale) => copy.asOfEnd(charts.perScale[scale]),
            by: "TIER",
            zoom: true,
          },
          {
            kind: "line",
            id: "eligibleTiers",
            block: "ELIGIBLE_TIERS_BY_PERIOD",
            title: copy.registrations.eligibleByTier,
            subtitle: (scale) => copy.asOfEnd(charts.perScale[scale]),
            by: "TIER",
            zoom: true,
          },
        ],
      }),
    },
    "program-active-rate-breakdown": {
      card: {
        title: copy.cards.activeRate,
        trend: "U_ACTIVE_RATE",
        headline: "programActiveRate.percent",
        secondary: ["programActiveRate.activeUsers"],
      },
      breakdown: breakdown("api/v1/dashboard/users/programActiveRate", {
        summary: "api/v1/dashboard/users/userDashboardInfo/PROGRAM_ACTIVE_RATE",
        blocks: [
          {
            kind: "line",
            id: "active",
            block: "ACTIVE_USERS_BY_PERIOD",
            title: copy.activeRate.byPeriod,
            viewBy: true,
          },
          {
            kind: "table",
            id: "table",
            block: "ACTIVE_USERS_TABLE",
            title: copy.activeRate.table,
            columns: [
              { field: "activeUsers", bar: true },
              { field: "enrolled" },
              { field: "percent", of: "activeUsers", by: "enrolled" },
            ],
          },
        ],
      }),
    },
    "engagement-rate-breakdown": {
      card: pinned["user-dashboard/engagement-rate-breakdown"],
      breakdown: breakdown("api/v1/dashboard/users/engagementRate", {
        summary: "api/v1/dashboard/users/userDashboardInfo/ENGAGEMENT_RATE",
        blocks: [
          {
            kind: "line",
            id: "engaged",
            block: "ENGAGED_USERS_BY_PERIOD",
            title: copy.engagement.byPeriod,
            // The specification calls them users here and members elsewhere.
            subtitle: (scale) => copy.engagement.membersOf(charts.perScale[scale]),
            viewBy: true,
          },
          {
            kind: "table",
            id: "table",
            block: "ENGAGED_USERS_TABLE",
            title: copy.engagement.table,
            columns: [
              { field: "engagedUsers", bar: true },
              { field: "enrolled" },
              { field: "percent", of: "engagedUsers", by: "enrolled" },
            ],
          },
        ],
      }),
    },
    /** The server returns the rate by period too; the screen does not show it. */
    "program-retention-rate-breakdown": {
      card: {
        title: copy.cards.retention,
        trend: "U_RETENTION_RATE",
        headline: "programRetentionRate.percent",
        secondary: ["programRetentionRate.newEnrollments", "programRetentionRate.uniqueLoginCount"],
      },
      breakdown: breakdown("api/v1/dashboard/users/programRetentionRate", {
        summary: {
          endpoint: "api/v1/dashboard/users/userDashboardInfo/PROGRAM_RETENTION_RATE",
          metrics: [
            "programRetentionRate.percent",
            "programRetentionRate.newEnrollments",
            "programRetentionRate.uniqueLoginCount",
            "programRetentionRate.base",
          ],
        },
        blocks: [
          {
            kind: "table",
            id: "table",
            block: "RETENTION_RATE_TABLE",
            title: copy.retention.table,
            columns: [{ field: "percent" }, { field: "value2" }, { field: "value" }, { field: "base" }],
          },
        ],
      }),
    },
    "logins-breakdown": {
      card: pinned["user-dashboard/logins-breakdown"],
      breakdown: breakdown("api/v1/dashboard/users/logins", {
        summary: "api/v1/dashboard/users/userDashboardInfo/LOGINS",
        blocks: [
          {
            kind: "line",
            id: "logins",
            block: "LOGINS_BY_PERIOD",
            title: copy.logins.byPeriod,
            subtitle: copy.logins.all,
            viewBy: true,
          },
          {
            kind: "line",
            id: "uniqueLogins",
            block: "UNIQUE_LOGINS_BY_PERIOD",
            title: copy.logins.uniqueByPeriod,
            subtitle: (scale) => copy.logins.membersOnce(charts.perScale[scale]),
            viewBy: true,
          },
          {
            kind: "table",
            id: "table",
            block: "LOGINS_TABLE",
            title: copy.logins.table,
            columns: [{ field: "total", bar: true }, { field: "unique" }],
          },
        ],
      }),
    },
    "return-rate-breakdown": {
      card: pinned["user-dashboard/return-rate-breakdown"],
      breakdown: breakdown("api/v1/dashboard/users/returnRateFrequency", {
        summary: {
          endpoint: "api/v1/dashboard/users/userDashboardInfo/RETURN_RATE",
          metrics: [
            "returnRate.avgLoginUser",
            "returnRate.uniqueReturnLogins",
            "returnRate.returnLogins2More",
          ],
        },
        blocks: [
          {
            kind: "table",
            id: "logins",
            block: "RETURN_LOGINS_TABLE",
            title: copy.returns.logins,
            columns: [{ field: "uniqueReturnLogins", bar: true }, { field: "avgLogins" }],
          },
          {
            kind: "table",
            id: "frequency",
            block: "RETURN_FREQUENCY_TABLE",
            title: copy.returns.frequency,
            subtitle: copy.returns.frequencyHint,
            columns: [
              { field: "logins1_3", format: "countAndShare" },
              { field: "logins4_7", format: "countAndShare" },
              { field: "logins8_10", format: "countAndShare" },
              { field: "logins10", format: "countAndShare" },
            ],
          },
        ],
      }),
    },
    "group-moves-breakdown": {
      card: {
        title: copy.cards.moves,
        trend: "U_GROUP_MOVES",
        headline: "groupMoves.movedUp",
        secondary: ["groupMoves.movedDown", "groupMoves.stayed"],
        ofMoves: true,
      },
      breakdown: breakdown("api/v1/dashboard/users/groupMoves", {
        summary: "api/v1/dashboard/users/userDashboardInfo/GROUP_MOVES",
        subtitle: copy.moves.about,
        blocks: [
          {
            kind: "flow",
            id: "flow",
            block: "GROUP_MOVES_FLOW",
            title: copy.moves.flow,
            opensBy: "TIER",
          },
          {
            kind: "table",
            id: "inAndOut",
            block: "GROUP_MOVES_IN_AND_OUT_TABLE",
            title: copy.moves.inAndOut,
            columns: [
              { field: "before" },
              { field: "joined" },
              { field: "movedIn" },
              { field: "movedOut" },
              { field: "after" },
            ],
            note: copy.moves.addsUp,
            ofMoves: true,
            opensBy: "TIER",
          },
          {
            kind: "line",
            id: "up",
            block: "GROUP_MOVES_BY_PERIOD",
            field: "movedUp",
            title: copy.moves.upByPeriod,
            viewBy: true,
            ofMoves: true,
          },
          {
            kind: "line",
            id: "down",
            block: "GROUP_MOVES_BY_PERIOD",
            field: "movedDown",
            title: copy.moves.downByPeriod,
            viewBy: true,
            ofMoves: true,
          },
          {
            kind: "table",
            id: "table",
            block: "GROUP_MOVES_TABLE",
            title: copy.moves.table,
            columns: [
              { field: "before" },
              { field: "movedUp", bar: true },
              { field: "movedDown", bar: true },
              { field: "stayed" },
            ],
            note: copy.moves.byDayBefore,
            ofMoves: true,
            opensBy: "TIER",
          },
        ],
      }),
    },
    "average-tenure-breakdown": {
      section: copy.lifetime,
      card: {
        title: copy.cards.tenure,
        trend: "U_AVERAGE_TENURE",
        headline: "averageTenure",
      },
      breakdown: breakdown("api/v1/dashboard/users/averageTenure", {
        summary: "api/v1/dashboard/users/userDashboardInfo/AVERAGE_TENURE",
        blocks: [
          {
            kind: "line",
            id: "tenure",
            block: "AVERAGE_TENURE_BY_PERIOD",
            title: copy.tenure.byPeriod,
            subtitle: (scale) => copy.asOfEnd(charts.perScale[scale]),
            viewBy: true,
          },
          {
            kind: "table",
            id: "table",
            block: "AVERAGE_TENURE_TABLE",
            title: copy.tenure.table,
            columns: [{ field: "percent" }],
          },
        ],
      }),
    },
    "dormant-rate-breakdown": {
      section: copy.lifetime,
      card: {
        title: copy.cards.dormant,
        trend: "U_DORMANT_RATE",
        headline: "dormantRate.percent",
        secondary: ["dormantRate.dormantUsers"],
      },
      breakdown: breakdown("api/v1/dashboard/users/dormantRate", {
        summary: "api/v1/dashboard/users/userDashboardInfo/DORMANT_RATE",
        blocks: [
          {
            kind: "line",
            id: "members",
            block: "DORMANT_USERS_BY_PERIOD",
            title: copy.dormant.membersByPeriod,
            subtitle: (scale) => copy.asOfEnd(charts.perScale[scale]),
            viewBy: true,
          },
          {
            kind: "line",
            id: "rate",
            block: "DORMANT_RATE_BY_PERIOD",
            title: copy.dormant.rateByPeriod,
            subtitle: (scale) => copy.asOfEnd(charts.perScale[scale]),
            viewBy: true,
          },
          {
            kind: "bars",
            id: "membersByAudience",
            block: "DORMANT_USERS_BY_AUDIENCE",
            title: copy.dormant.membersByAudience,
            by: "AUDIENCE",
          },
          {
            kind: "bars",
            id: "rateByAudience",
            block: "DORMANT_RATE_BY_AUDIENCE",
            title: copy.dormant.rateByAudience,
          },
          {
            kind: "table",
            id: "table",
            block: "DORMANT_RATE_TABLE",
            title: copy.dormant.table,
            columns: [
              { field: "dormantUsers", bar: true },
              { field: "enrolledUsers" },
              { field: "percent", of: "dormantUsers", by: "enrolledUsers" },
            ],
            opensBy: "AUDIENCE",
          },
        ],
      }),
    },
  },
});
