/** The names of blocks and cards, for the files that the server makes of the same answers. */
import { metrics } from "#texts/generated/metrics";
import type { CardDeclaration } from "../../figures/blocks/card/Card";
import { type BlockDeclaration, isTextColumn } from "../../figures/blocks/declaration";
import { MODULES } from "./modules";
import { pinned } from "./pinnedCards";

type Names = {
  /** By the path of a breakdown and the id of its block: what it is called, and what its columns are. */
  blocks: Record<string, Record<string, { title: string; columns?: Record<string, string> }>>;
  /** By the id of its large figure: the title of a card, and the names of its figures by their ids. */
  cards: Record<string, { title: string; figures: Record<string, string> }>;
  /** The large figures of the cards of each dashboard, in their order. */
  orders: string[][];
};

function columnsOf(declared: BlockDeclaration): Record<string, string> {
  const columns = "columns" in declared ? declared.columns : [];
  const first = declared.kind === "list" ? [declared.first] : [];
  const figures = declared.kind === "bars" ? (declared.figures ?? []) : [];
  const texts = columns.filter(isTextColumn);
  const own = columns.filter((column) => !isTextColumn(column));
  return Object.fromEntries(
    [...first, ...texts, ...own, ...figures].flatMap(({ field, label }) => (label ? [[field, label]] : [])),
  );
}

/** The names of the page in its language. */
export async function names(): Promise<Names> {
  const modules = await Promise.all(Object.values(MODULES).map(({ load }) => load()));
  const blocks: Names["blocks"] = {};
  for (const { endpoint, blocks: declared } of modules.flatMap((module) => module.breakdowns)) {
    const known: Names["blocks"][string] = {};
    for (const one of declared) {
      // A block that is drawn twice is one table in a file: none of the two names is its own.
      if (declared.some((other) => other !== one && other.block === one.block)) continue;
      const columns = columnsOf(one);
      known[one.block] = { title: one.title, ...(Object.keys(columns).length > 0 && { columns }) };
    }
    if (Object.keys(known).length > 0) blocks[endpoint] = known;
  }
  const cards: Names["cards"] = {};
  const dashboards = modules.map(({ dashboard }) => dashboard.sections.flatMap((section) => section.cards));
  const shown = [Object.values<CardDeclaration>(pinned), ...dashboards];
  for (const { title, headline, secondary = [] } of shown.flat()) {
    if (!headline) continue;
    const figures = Object.fromEntries([headline, ...secondary].map((id) => [id, metrics[id].label]));
    cards[headline] = { title, figures };
  }
  const orders = shown.map((cards) => cards.flatMap(({ headline }) => headline ?? []));
  return { blocks, cards, orders };
}
