import type { Verdict } from "../../generated/wire";

/** The page that checks what is pasted. */
export const check = {
  detail:
    "Paste what you were given: rows of a table with their receipt (R-…), an answer that quotes figures with one, or a whole receipt. Bond says whether it is what it answered, and whether it still holds.",
  given: "What you were given",
  text: "Pasted text",
  action: "Check",
  failed: "It could not be checked.",
  none: "The text has neither a receipt nor the number of one (R- and 16 characters).",
  verdicts: {
    genuine: "Genuine",
    outdated: "Outdated",
    altered: "Altered",
    signed: "Signed by Bond",
    notKept: "No longer kept",
    unknown: "Unknown",
  } as Readonly<Record<Verdict, string>>,
  means: {
    genuine: "Bond answered this, and the figures are the same now.",
    outdated: "Bond answered this. Data were loaded since, and the figures are others now.",
    altered: "This is not what Bond answered.",
    signed: "Nobody has changed the receipt. Its figure is not computed again for you.",
    notKept:
      "Bond answered you under this number, and no longer keeps what. It cannot say whether the figures are those.",
    unknown: "Bond has no such receipt, no longer keeps it, or it is of figures that your roles do not show.",
  } as Readonly<Record<Verdict, string>>,
  of: (title: string, first: string, last: string) => `${title}, ${first} to ${last}`,
  answered: (at: string) => `Answered ${at} UTC`,
  strange: (texts: string) => `Not in the table: ${texts}`,
  row: "Row",
  column: "Figure",
  quoted: "Pasted",
  was: "Answered",
  now: "Now",
  nothing: "–",
} as const;
