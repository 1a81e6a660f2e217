import type { Window } from "../../filters/dates";
import type { LeastDecimals } from "../../format";
import type { Choice } from "../choices";
import type { BlockDeclaration } from "../declaration";
import type { NameColours } from "../nameColours";
import type { ScreenBlocks } from "../useBlocks";

/** What every kind of block is given. */
export type BlockViewProps<D extends BlockDeclaration = BlockDeclaration> = {
  readonly declaration: D;
  /** Takes the whole width. */
  readonly wide: boolean;
  readonly screen: ScreenBlocks;
  /** What the names of its files begin with: the screen, and what is chosen on it. */
  readonly filePrefix: readonly string[];
  /** The colours of names, shared by all charts of the screen. */
  readonly colours: NameColours;
  readonly choice: Choice;
  onChoose(change: Partial<Choice>): void;
  /** The window on screen; null until the program's day is known. */
  readonly window: Window | null;
  readonly currency: string;
  /** How many decimals the percentages of its tables show at least. */
  readonly percentDecimals?: LeastDecimals | undefined;
};
