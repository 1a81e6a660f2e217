import type * as english from "../en/kit";
import type { Translation } from "../language";

export const kit: Translation<typeof english.kit> = {
  changes: {
    title: "¿Descartar los cambios?",
    text: "Lo que ha introducido no se ha guardado.",
    keep: "Seguir editando",
    discard: "Descartar",
  },
  secret: {
    title: "¿Cerrar sin copiar?",
    text: "Solo se muestra aquí y ahora, y no se ha copiado.",
    keep: "Volver",
    discard: "Cerrar",
  },
  chooseDate: "Elija una fecha",
  dateErrors: {
    invalid: () => "No es una fecha válida",
    minDate: (day) => `No antes del ${day}`,
    maxDate: (day) => `No después del ${day}`,
  },
  numberFrom: (least, most) => `Introduzca un número de ${least} a ${most}.`,
};
