import type * as english from "../en/kit";
import type { Translation } from "../language";

export const kit: Translation<typeof english.kit> = {
  discardTitle: "¿Descartar los cambios?",
  discardText: "Lo que ha introducido no se ha guardado.",
  keepEditing: "Seguir editando",
  discard: "Descartar",
  chooseDate: "Elija una fecha",
  dateErrors: {
    invalid: () => "No es una fecha válida",
    minDate: (day) => `No antes del ${day}`,
    maxDate: (day) => `No después del ${day}`,
  },
  numberFrom: (least, most) => `Introduzca un número de ${least} a ${most}.`,
};
