import type { ReactNode } from "react";
import type { LeastDecimals } from "../../../texts/format";
import type { Window } from "../../filters/dates";
import type { BlockDeclaration } from "../declaration";
import type { NameColours } from "../nameColours";
import type { ScreenBlocks } from "../useBlocks";
import type { ViewState } from "../viewState";

/** The properties of every kind of block. */
export type BlockViewProps<D extends BlockDeclaration = BlockDeclaration> = {
  readonly declaration: D;
  /** Takes the whole width. */
  readonly wide: boolean;
  readonly screen: ScreenBlocks;
  /** The start of its file names: the screen, and the choice on it. */
  readonly filePrefix: readonly string[];
  /** The colours of names, shared by all charts of the screen. */
  readonly colours: NameColours;
  readonly choice: ViewState;
  /** What stands for its figures while they load. */
  readonly skeleton: ReactNode;
  onChoose(change: Partial<ViewState>): void;
  /** The window shown; null until the program's day is known. */
  readonly window: Window | null;
  /** The window that it is compared with, if there is one. */
  readonly compared?: Window | null | undefined;
  readonly currency: string;
  /** The minimum number of decimals of percentages in its tables. */
  readonly percentDecimals?: LeastDecimals | undefined;
};
