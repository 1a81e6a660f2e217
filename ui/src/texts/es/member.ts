import type * as english from "../en/member";
import type { Translation } from "../language";

export const member: Translation<typeof english.member> = {
  title: "Un miembro pregunta",
  detail:
    "Todo lo que se guarda sobre un miembro: lo que quitaría un borrado. Usted recibe un archivo para quien pregunta. El registro de auditoría tiene cada consulta.",
  open: "Mostrar lo que se guarda",
  id: "Id del miembro",
  idHint: "Como en los archivos cargados, antes de que una asignación lo haga irreconocible.",
  save: "Guardar como zip",
  saved: (id) => `Lo que se guarda sobre ${id} está en el archivo.`,
};
