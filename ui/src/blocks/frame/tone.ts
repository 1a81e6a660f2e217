import type { ChangeColours, Polarity } from "../../api/generated/wire";
import { useProgram } from "../../api/query";

/** What a change means: its colour. */
export type Tone = "good" | "bad" | "neutral";

/** The colour of a change, or of a difference in points. What is written as 0 is no change. */
export function toneOf(change: number, polarity: Polarity, colours: ChangeColours): Tone {
  const shown = Math.round(change * 100);
  if (colours === "sign") return shown > 0 ? "good" : "bad";
  if (shown === 0 || polarity === "none") return "neutral";
  return shown > 0 === (polarity === "higher") ? "good" : "bad";
}

/** The rule of this program. */
export function useChangeColours(): ChangeColours {
  return useProgram().data?.changeColours ?? "meaning";
}
