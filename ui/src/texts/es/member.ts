import type * as english from "../en/member";
import type { Translation } from "../language";

export const member: Translation<typeof english.member> = {
  title: "Solicitud de un miembro",
  detail:
    "Todo lo que se guarda sobre un miembro: lo que quitaría un borrado. Usted recibe un archivo para quien pregunta. El registro de auditoría tiene cada consulta.",
  open: "Mostrar lo que se guarda",
  id: "Id del miembro",
  idHint: "Como en sus archivos, no el código que Bond guarda en su lugar.",
  save: "Guardar como zip",
  saved: (id) => `Lo que se guarda sobre ${id} está en el archivo.`,
};
