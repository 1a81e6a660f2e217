import { flows as copy } from "#texts/flows";
import type { ChartTheme } from "../../../kit/theme/chart";
import { formatNumber } from "../../../texts/format";
import { type ChartOption, faded, seriesColour, tooltip } from "../chart/options";
import { type End, endsOf, type FlowModel } from "./flowModel";

/** How opaque flows are: of members who moved, and of all others. */
const [MOVED, OTHER] = [0.7, 0.28];

/**
 * A flow from the groups on the left to those on the right.
 *
 * @param colourOf the colour of a group; null for those of none
 */
export function flowOption(
  model: FlowModel,
  theme: ChartTheme,
  colourOf: (end: End) => number | null,
): ChartOption {
  const colour = (end: End) => {
    const at = colourOf(end);
    return at === null ? theme.prev : seriesColour(at, theme);
  };
  const names = new Map<string, string>();
  const nodes = (["from", "to"] as const).flatMap((side) =>
    model[side].map((end) => {
      const name = `${side} ${end.key}`;
      names.set(name, end.name);
      return {
        name,
        depth: side === "from" ? 0 : 1,
        itemStyle: { color: colour(end), borderWidth: 0 },
        label: { position: side === "from" ? ("right" as const) : ("left" as const) },
      };
    }),
  );
  const nameOf = (node: string) => names.get(node) ?? node;
  const figure = (value: unknown) => formatNumber(Number(value), { inFull: true });
  const links = model.flows.map((flow) => {
    const [from, to] = endsOf(flow);
    const isMoved = flow.way !== "stayed" && flow.way !== "joined";
    const lineStyle = { color: faded(colour(from), isMoved ? MOVED : OTHER), opacity: 1 };
    return { source: `from ${from.key}`, target: `to ${to.key}`, value: flow.value ?? 0, lineStyle };
  });
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    tooltip: {
      ...tooltip(theme, { unit: "count", currency: "" }, "item"),
      formatter: (given: unknown) => {
        const { dataType, name, value, data } = given as {
          dataType?: string;
          name: string;
          value: unknown;
          data: { source?: string; target?: string };
        };
        if (dataType !== "edge") return `${nameOf(name)}: ${figure(value)}`;
        return copy.one(figure(value), nameOf(data.source ?? ""), nameOf(data.target ?? ""));
      },
    },
    series: [
      {
        type: "sankey",
        data: nodes,
        links,
        left: 0,
        right: 0,
        top: 8,
        bottom: 8,
        nodeWidth: 12,
        nodeGap: 12,
        // The order of groups, not one in which fewer flows cross.
        layoutIterations: 0,
        draggable: false,
        emphasis: { focus: "adjacency" },
        lineStyle: { curveness: 0.5 },
        label: {
          color: theme.ink,
          fontFamily: theme.font,
          fontSize: 12,
          // A name stands over flows.
          backgroundColor: theme.surface,
          borderRadius: 4,
          padding: [2, 4],
          formatter: ({ name }: { name: string }) => nameOf(name),
        },
      },
    ],
  };
}
