/** From where to where members moved, as a table that adds up to both ends and as a flow. */
import { flows as copy } from "#texts/flows";
import type { FlowRow } from "../../../generated/calls";

/** A row of the answer. */
export type Flow = FlowRow<"value">;

/** A name on one side: a group, those who are in none that is chosen, or those who had not registered. */
export type End = { readonly key: string; readonly name: string };

export type FlowModel = {
  readonly from: readonly End[];
  readonly to: readonly End[];
  /** The members of a row and a column, and which way they went; undefined where there are none. */
  cell(from: End, to: End): Flow | undefined;
  readonly flows: readonly Flow[];
  /** All members of a side. */
  total(side: "from" | "to", end: End): number;
  readonly all: number;
  readonly joined: number;
  readonly up: number;
  readonly down: number;
  readonly moved: number;
  readonly hasOthers: boolean;
};

const JOINED: End = { key: "joined", name: copy.notRegistered };
const OTHERS: End = { key: "others", name: copy.others };

/** Whether a key is that of a group. */
export const isGroup = (key: string) => key.startsWith("group ");
const named = (name: string): End => (name === "" ? OTHERS : { key: `group ${name}`, name });
const fromOf = (flow: Flow): End => (flow.way === "joined" ? JOINED : named(flow.from));
const toOf = (flow: Flow): End => named(flow.to);

/** Groups in the order that the page has, then those of none, then those who joined. */
function ordered(ends: readonly End[], order: readonly string[]): End[] {
  const place = ({ key, name }: End) => {
    if (key === JOINED.key) return order.length + 2;
    if (key === OTHERS.key) return order.length + 1;
    const at = order.indexOf(name);
    return at < 0 ? order.length : at;
  };
  const once = ends.filter((end, at) => ends.findIndex(({ key }) => key === end.key) === at);
  return once.sort((one, other) => place(one) - place(other));
}

const sum = (flows: readonly Flow[]) => flows.reduce((sum, { value }) => sum + (value ?? 0), 0);

/**
 * The model of an answer.
 *
 * @param order the names of the groups in their order
 */
export function flowModel(flows: readonly Flow[], order: readonly string[]): FlowModel {
  const of = (way: Flow["way"]) => sum(flows.filter((flow) => flow.way === way));
  const [joined, up, down] = [of("joined"), of("up"), of("down")];
  return {
    flows,
    from: ordered(flows.map(fromOf), order),
    to: ordered(flows.map(toOf), order),
    cell: (from, to) => flows.find((flow) => fromOf(flow).key === from.key && toOf(flow).key === to.key),
    total: (side, { key }) =>
      sum(flows.filter((flow) => (side === "from" ? fromOf(flow) : toOf(flow)).key === key)),
    all: sum(flows),
    joined,
    up,
    down,
    moved: up + down + of("moved"),
    hasOthers: flows.some((flow) => [fromOf(flow).key, toOf(flow).key].includes(OTHERS.key)),
  };
}

/** Those who moved from one group to another, the most first. */
export function largestMoves({ flows }: FlowModel): readonly Flow[] {
  const moved = flows.filter(({ way }) => way !== "joined" && way !== "stayed");
  return moved.sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
}

/** The ends of a flow, by which the drawing and the table know it. */
export const endsOf = (flow: Flow): readonly [End, End] => [fromOf(flow), toOf(flow)];
