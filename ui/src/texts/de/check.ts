import type * as english from "../en/check";
import type { Translation } from "../language";

export const check: Translation<typeof english.check> = {
  detail:
    "Fügen Sie ein, was Sie bekommen haben: Zeilen einer Tabelle mit ihrem Beleg (R-…), eine Antwort, die Werte damit nennt, oder einen ganzen Beleg. Bond sagt, ob es so geantwortet hat und ob es noch stimmt.",
  given: "Was Sie bekommen haben",
  text: "Eingefügter Text",
  action: "Prüfen",
  failed: "Die Prüfung ist fehlgeschlagen.",
  none: "Der Text enthält weder einen Beleg noch die Nummer eines Belegs (R- und 16 Zeichen).",
  verdicts: {
    genuine: "Echt",
    outdated: "Überholt",
    altered: "Verändert",
    signed: "Von Bond signiert",
    notKept: "Nicht mehr aufbewahrt",
    unknown: "Unbekannt",
  },
  means: {
    genuine: "So hat Bond geantwortet, und die Werte sind jetzt dieselben.",
    outdated: "So hat Bond geantwortet. Seitdem wurden Daten geladen, und die Werte sind jetzt andere.",
    altered: "So hat Bond nicht geantwortet.",
    signed: "Niemand hat den Beleg verändert. Sein Wert wird für Sie nicht neu berechnet.",
    notKept:
      "Bond hat Ihnen unter dieser Nummer geantwortet und bewahrt die Antwort nicht mehr auf. Ob die Werte stimmen, kann Bond nicht sagen.",
    unknown:
      "Bond hat keinen solchen Beleg, bewahrt ihn nicht mehr auf, oder er betrifft Werte, die Ihre Rollen nicht zeigen.",
  },
  of: (title: string, first: string, last: string) => `${title}, ${first} bis ${last}`,
  answered: (at: string) => `Beantwortet ${at} UTC`,
  strange: (texts: string) => `Nicht in der Tabelle: ${texts}`,
  row: "Zeile",
  column: "Kennzahl",
  quoted: "Eingefügt",
  was: "Beantwortet",
  now: "Jetzt",
  nothing: "–",
};
