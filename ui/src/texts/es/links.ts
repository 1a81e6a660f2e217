import type * as english from "../en/links";
import type { Translation } from "../language";

export const links: Translation<typeof english.links> = {
  title: "Enlaces compartidos",
  detail:
    "Quien tiene un enlace ve su pantalla sin cuenta, con lo que su autor puede ver en ese momento. Para crear uno, abra una pantalla y elija «Compartir», «Compartir un enlace…».",
  failed: "No se pudieron cargar los enlaces.",
  none: "Aún no hay enlaces",
  name: "Nombre",
  of: (login) => `de ${login}`,
  until: "Hasta",
  state: "Estado",
  states: { works: "activo", expired: "caducado", stopped: "detenido" },
  stoppedHint: "Su autor ya no puede ver la pantalla, o no se permiten enlaces.",
  withPassword: "con contraseña",
  opened: "Abierto",
  lastOpened: (at) => `la última el ${at}`,
  never: "Nunca",
  actions: "Acciones",
  remove: "Eliminar",
  removeOf: (name) => `Eliminar ${name}`,
  removeTitle: (name) => `¿Eliminar «${name}»?`,
  removeDetail: "El enlace deja de funcionar de inmediato, también para quienes lo tienen abierto.",
  newTitle: (screen) => `Un enlace a ${screen}`,
  newDetail:
    "Quien tenga el enlace verá esta pantalla con los filtros y las opciones de ahora y no podrá cambiarlos. Un período como los últimos 30 días avanza.",
  nameHint: "Los visitantes lo ven.",
  days: "Válido durante",
  password: "Contraseña, si desea una",
  passwordHint: "De 12 a 30 caracteres. Envíela por otro medio que el enlace.",
  make: "Crear enlace",
  saved: "El enlace está creado.",
  made: "El enlace",
  madeDetail: (until) => `Funciona hasta ${until}. Cópielo ahora: no se mostrará de nuevo.`,
  framed: (hosts) => `Pueden mostrarlo en un marco: ${hosts.join(", ")}.`,
  address: "Dirección",
  done: "Listo",
};
