import { useProgram } from "../../../api/query";
import type { ChangeColours, Polarity } from "../../../generated/wire";

/** The meaning of a change, shown by its colour. */
export type Tone = "good" | "bad" | "neutral";

/**
 * The meaning of a change or of a difference in points; neutral if it rounds to 0.
 *
 * @param isWithinChance whether the change may be chance, so that it is neither good nor bad
 */
export function toneOf(
  change: number,
  polarity: Polarity,
  colours: ChangeColours,
  isWithinChance = false,
): Tone {
  const shown = Math.round(change * 100);
  if (colours === "sign") return shown > 0 ? "good" : "bad";
  if (shown === 0 || polarity === "none" || isWithinChance) return "neutral";
  return shown > 0 === (polarity === "higher") ? "good" : "bad";
}

/** How this program colours changes. */
export function useChangeColours(): ChangeColours {
  return useProgram().data?.changeColours ?? "meaning";
}
