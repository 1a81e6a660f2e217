import { GitCompareArrows } from "lucide-react";
import { charts as copy } from "#texts/blocks";
import { Button } from "../../../kit/Button";
import { type ListBlock, openingSort, type TableBlock } from "../declaration";
import type { BlockViewProps } from "../frame/blockViewProps";
import type { ViewState } from "../viewState";
import css from "./CompareButton.module.css";

type Comparing = TableBlock | ListBlock;

/** Compares, or stops: then the rows are no longer sorted by what is gone. */
function compareChoice(declaration: Comparing, { isCompared, sort }: ViewState): Partial<ViewState> {
  if (!isCompared) return { isCompared: true };
  const stays = ["name", ...declaration.columns.map(({ field }) => field)].includes(sort.column);
  return { isCompared: false, ...(!stays && { sort: openingSort(declaration) }) };
}

export type CompareButtonProps = Pick<BlockViewProps<Comparing>, "declaration" | "choice" | "onChoose">;

/** Adds the figures of the period before to a table, or takes them away. */
export function CompareButton({ declaration, choice, onChoose }: CompareButtonProps) {
  return (
    <Button
      size="sm"
      className={css.compare}
      icon={<GitCompareArrows aria-hidden="true" />}
      aria-label={copy.toolOf(copy.compareInFull, declaration.title)}
      aria-pressed={choice.isCompared}
      onClick={() => onChoose(compareChoice(declaration, choice))}
    >
      {copy.compare}
    </Button>
  );
}
