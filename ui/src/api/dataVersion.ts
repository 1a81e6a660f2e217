import { BASE } from "./base";

/** The header of answers with the version of the data, which every load and every undone load raises. */
const HEADER = "Bond-Data-Version";

/** Tabs tell each other: all of them show the data of one program. */
const tabs = globalThis.BroadcastChannel ? new BroadcastChannel(`bond-data ${BASE}`) : null;
tabs?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== "string" || data === known || known === null) return;
  known = data;
  // What the calls that are under way tell was true before.
  toldBy = asked + 1;
  onNew();
});

let asked = 0;
let known: string | null = null;
/** The call that told what is known; what earlier calls tell was true before. */
let toldBy = 0;
let onNew: () => void = () => {};

/** Sets what is done once an answer tells of newer data than the answers before. */
export function onNewData(handler: () => void): void {
  onNew = handler;
}

/** Notes that a call begins. Returns what reads the headers of its answer. */
export function watchDataVersion(): (headers: Headers) => void {
  asked += 1;
  const call = asked;
  return (headers) => {
    const told = headers.get(HEADER);
    if (told === null || told === known || call < toldBy) return;
    const isFirst = known === null;
    known = told;
    toldBy = call;
    if (isFirst) return;
    tabs?.postMessage(told);
    onNew();
  };
}
