import type * as english from "../en/settings";
import type { Translation } from "../language";

export const settings: Translation<typeof english.settings> = {
  title: "Configuración",
  confirmTitle: "¿Guardar estos ajustes?",
  confirmDetail: (labels) => `Deciden lo que otros pueden abrir: ${labels.join(", ")}.`,
  about: "Los cambios surten efecto enseguida y quedan en el registro de auditoría.",
  groups: {
    program: { title: "Programa", about: "Cómo se llama el programa y quién ayuda a sus usuarios." },
    dashboards: {
      title: "Paneles",
      about: "Cuáles se pueden abrir y cómo muestran los cambios.",
    },
    periods: {
      title: "Períodos y comparaciones",
      about: "Cuándo empiezan los años y las semanas, y con qué se comparan las cifras.",
    },
    data: {
      title: "Datos",
      about: "Cuándo se esperan datos nuevos. Lo que se retrasa se ve en cada página.",
    },
    links: { title: "Enlaces", about: "Pantallas que se comparten con otros que no tienen cuenta." },
  },
  labels: {
    program_name: "Nombre del programa",
    account_manager_name: "Gestor de cuenta: nombre",
    account_manager_mail: "Gestor de cuenta: correo",
    account_manager_phone: "Gestor de cuenta: teléfono",
    change_colours: "Colores de los cambios",
    modules: "Módulos del programa",
    fiscal_year_start: "Primer mes del año",
    first_weekday: "Primer día de la semana",
    compare_to_date: "Comparar períodos en curso con",
    groups_as_of: "Grupos que cuentan",
    expected_by: "Cuándo se esperan los datos",
    allow_links: "Enlaces sin cuenta",
    link_days: "Duración máxima de un enlace, en días",
    link_frame_hosts: "Sitios que pueden enmarcar enlaces",
  },
  options: {
    change_colours: [
      { value: "meaning", label: "Verde = mejor, rojo = peor" },
      { value: "sign", label: "Verde = sube, rojo = baja" },
    ],
    groups_as_of: [
      { value: "auto", label: "Como eran; como son ahora donde se protegen los grupos pequeños" },
      { value: "now", label: "Como son ahora" },
      { value: "window", label: "Como eran el último día de cada período" },
    ],
    compare_to_date: [
      { value: "last_year", label: "Las mismas fechas del año anterior" },
      { value: "previous_period", label: "Los días anteriores" },
    ],
    first_weekday: [
      { value: "sunday", label: "Domingo" },
      { value: "monday", label: "Lunes" },
    ],
    fiscal_year_start: [
      "Enero",
      "Febrero",
      "Marzo",
      "Abril",
      "Mayo",
      "Junio",
      "Julio",
      "Agosto",
      "Septiembre",
      "Octubre",
      "Noviembre",
      "Diciembre",
    ].map((label, at) => ({ value: String(at + 1), label })),
  },
  fixed: (by) => `Fijo: lo define ${by}.`,
  chosen: (by, time, standard) =>
    `Elegido${by && ` por ${by}`}, ${time}. Predeterminado: ${standard === "" ? "vacío" : standard}.`,
  all: "todos",
  switched: { true: "Activado", false: "Desactivado" },
  save: "Guardar",
  saved: "La configuración está guardada.",
  reset: "Volver al valor predeterminado",
  resetOf: (label) => `Volver al valor predeterminado: ${label}`,
  changes: (count) => (count === 1 ? "1 cambio sin guardar" : `${count} cambios sin guardar`),
  discard: "Descartar",
};

export const server: Translation<typeof english.server> = {
  title: "Configuración del servidor",
  about:
    "Se lee al arrancar el servidor. Quien lo administra la cambia en el archivo de configuración, en el entorno o con una opción, y lo reinicia.",
  search: "Buscar ajustes",
  onlySet: "Solo lo definido",
  none: "Ningún ajuste coincide",
  name: "Ajuste",
  value: "Valor",
  empty: "vacío",
  origin: "Definido por",
  default: "predeterminado",
  meaning: "Significado",
};
