import type { FilterParams } from "../../generated/wire";
import { defaultView, ownFilter, readView } from "../blocks/viewState";
import type { TableChoice, TableDraft } from "./handoff";
import type { ExportedScreen } from "./useExport";

/** The table of a poll that its screen begins with. */
const POLL_OPTIONS = "pollAnswers";

/** A filter with the choices in a block; null removes a field. */
function filterOf(params: FilterParams, own: object): FilterParams {
  const all = Object.entries({ ...params, ...own }).filter(([, value]) => value !== null);
  // Lists have all their rows.
  return Object.fromEntries(all.filter(([name]) => name !== "recordCount"));
}

/** The tables of a screen, with the choices in its blocks as they are in the address of the page. */
export function tablesOf({ screen, title, params, blocks }: ExportedScreen, view: string): TableDraft {
  const tables = (): readonly TableChoice[] => {
    if (!blocks) {
      const isPoll = /\/\d+$/.test(screen);
      const block = isPoll ? POLL_OPTIONS : null;
      return [{ block, title, params: filterOf(params, {}), isCompared: false }];
    }
    const choices = readView(view, blocks);
    return blocks.map((block) => {
      const choice = choices[block.id] ?? defaultView(block);
      return {
        block: block.block,
        title: `${title}: ${block.title}`,
        params: filterOf(params, ownFilter(block, choice)),
        isCompared: choice.isCompared,
      };
    });
  };
  return { screen, title, tables: tables() };
}
