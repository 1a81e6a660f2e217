import type * as english from "../en/filters";
import type { Translation } from "../language";

export const panels: Translation<typeof english.panels> = {
  typeToSearch: "Escriba para buscar",
  searchIn: (title) => `Buscar en ${title}`,
  noneListed: {
    campaigns: "Ninguna de las campañas elegidas se envió en este período",
    offers: "Ninguna de las ofertas elegidas existe ya",
  },
  leftOut: (count) =>
    count === 1
      ? "1 campaña elegida no se envió en este período y se omite."
      : `${count} campañas elegidas no se enviaron en este período y se omiten.`,
  allFound: (count) => `Todos los resultados (${count})`,
  found: (count) => (count === 1 ? "1 resultado" : `${count} resultados`),
  shownList: "Lista",
  datesFirst: "Elija primero fechas válidas.",
  chosenOf: (title) => `Selección: ${title}`,
  only: "SOLO",
  onlyItem: (name) => `SOLO ${name}`,
  numbered: (id) => `N.º ${id}`,
  start: "Fecha inicial",
  end: "Fecha final",
  bothIncluded: "Ambos días están incluidos.",
  compareWith: "Comparar con",
  compared: { start: "Comparar desde", end: "Comparar hasta" },
  dataBegin: (day) => `Los datos empiezan el ${day}, después de este período.`,
  dataEnd: (day) => `Los datos terminan el ${day}, antes de este período.`,
  lastData: (day) => `Los datos terminan el ${day}: estos son los últimos días con datos.`,
  showThisYear: "Ver este año",
  showFirstDays: "Ver los primeros días con datos",
  showLastDays: "Ver los últimos días con datos",
  groupsAsOf: {
    title: "Qué grupos cuentan",
    names: { NOW: "Como son ahora", WINDOW: "Como eran entonces" },
    details: {
      NOW: "Cada miembro cuenta en sus grupos de hoy, en todos los períodos.",
      WINDOW: "Cada miembro cuenta en los grupos que tenía el último día del período.",
    },
    since: (day) =>
      `Los cambios de grupo se conocen desde el ${day}. Antes cuentan los primeros grupos conocidos.`,
    protects: (least) =>
      `Con «Como eran entonces» se ocultan las cifras que revelarían algo de menos de ${least} miembros que cambiaron de grupo.`,
  },
  loadFailed: "No se pudo cargar la lista",
};
