import type * as english from "../en/links";
import type { Translation } from "../language";

export const links: Translation<typeof english.links> = {
  title: "Enlaces compartidos",
  detail:
    "Quien tiene un enlace ve su pantalla sin cuenta, con los datos que su autor puede ver en ese momento. Para crear uno, abra una pantalla y elija «Compartir», «Compartir un enlace…».",
  failed: "No se pudieron cargar los enlaces.",
  none: "Aún no hay enlaces",
  name: "Nombre",
  of: (login) => `de ${login}`,
  until: "Hasta",
  state: "Estado",
  states: { works: "activo", expired: "caducado", stopped: "detenido" },
  stoppedHint: "Su autor ya no puede ver la pantalla, o ya no se permiten enlaces.",
  withPassword: "con contraseña",
  opened: "Abierto",
  lastOpened: (at) => `la última vez, el ${at}`,
  never: "Nunca",
  actions: "Acciones",
  remove: "Eliminar",
  removeOf: (name) => `Eliminar ${name}`,
  removeTitle: (name) => `¿Eliminar «${name}»?`,
  removeDetail: "El enlace deja de funcionar de inmediato, también para quienes lo tienen abierto.",
  newTitle: (screen) => `Un enlace a ${screen}`,
  newDetail:
    "Quien tenga el enlace verá esta pantalla con los filtros y las opciones actuales y no podrá cambiarlos. Un período como «Últimos 30 días» avanza.",
  nameHint: "Los visitantes lo ven.",
  days: "Válido durante",
  password: "Contraseña (opcional)",
  passwordHint: "De 12 a 128 caracteres. No la envíe junto con el enlace.",
  make: "Crear enlace",
  saved: "El enlace se ha creado.",
  made: "Su enlace",
  madeDetail: (until) => `Funciona hasta el ${until}. Cópielo ahora: no se mostrará de nuevo.`,
  framed: (hosts) => `Sitios que pueden insertarlo: ${hosts.join(", ")}.`,
  address: "Dirección",
};
