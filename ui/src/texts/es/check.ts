import type * as english from "../en/check";
import type { Translation } from "../language";

export const check: Translation<typeof english.check> = {
  detail:
    "Pegue lo que ha recibido: filas de una tabla con su comprobante (R-…), una respuesta que cita cifras con uno, o un comprobante entero. Bond dice si es lo que respondió y si sigue siendo válido.",
  given: "Lo que ha recibido",
  text: "Texto pegado",
  action: "Comprobar",
  failed: "No se pudo comprobar.",
  none: "El texto no tiene ni un comprobante ni el número de uno (R- y 16 caracteres).",
  verdicts: {
    genuine: "Auténtico",
    outdated: "Superado",
    altered: "Alterado",
    signed: "Firmado por Bond",
    notKept: "Ya no se conserva",
    unknown: "Desconocido",
  },
  means: {
    genuine: "Bond respondió esto, y las cifras son las mismas ahora.",
    outdated: "Bond respondió esto. Desde entonces se cargaron datos, y las cifras son otras ahora.",
    altered: "Esto no es lo que Bond respondió.",
    signed: "Nadie ha cambiado el comprobante. Su cifra no se calcula de nuevo para usted.",
    notKept:
      "Bond le respondió con este número y ya no conserva la respuesta. No puede decir si las cifras son esas.",
    unknown: "Bond no tiene tal comprobante, ya no lo conserva, o es de cifras que sus roles no muestran.",
  },
  of: (title: string, first: string, last: string) => `${title}, del ${first} al ${last}`,
  answered: (at: string) => `Respondido el ${at} UTC`,
  strange: (texts: string) => `No está en la tabla: ${texts}`,
  row: "Fila",
  column: "Cifra",
  quoted: "Pegado",
  was: "Respondido",
  now: "Ahora",
  nothing: "–",
};
