import { X } from "lucide-react";
import { charts as copy } from "#texts/blocks";
import { Button } from "../../../kit/Button";
import type { ViewState } from "../viewState";
import css from "./OnlyThis.module.css";

type OnlyThisProps = {
  /** The name of the only row shown; empty for all. */
  readonly only: string;
  onChoose(change: Partial<ViewState>): void;
};

/** Says that a block shows only one row, and shows all of them again. */
export function OnlyThis({ only, onChoose }: OnlyThisProps) {
  if (only === "") return null;
  return (
    <Button
      size="sm"
      className={css.only}
      title={copy.allAgain}
      aria-label={`${copy.only(only)}. ${copy.allAgain}`}
      onClick={() => onChoose({ only: "" })}
    >
      <span className={css.name}>{copy.only(only)}</span>
      <X size={14} aria-hidden="true" />
    </Button>
  );
}
