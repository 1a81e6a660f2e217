import type * as english from "../en/views";
import { formatList } from "../format";
import type { Translation } from "../language";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const views: Translation<typeof english.views> = {
  menu: "Vistas",
  open: (name, changed) => (changed ? `${name} (modificada)` : name),
  label: (shown) => `Vistas: ${shown}`,
  title: "Vistas guardadas",
  none: "Aún no hay vistas. Guarde lo que ve para volver a ello.",
  failed: "No se pudieron cargar las vistas.",
  search: "Buscar vistas",
  noneFound: "Ninguna vista tiene ese nombre.",
  own: "privada",
  shared: "compartida",
  sharedBy: (login) => `compartida por ${login}`,
  first: "se abre primero",
  closed: "no disponible para usted",
  actionsOf: (name) => `Acciones de ${name}`,
  rename: "Cambiar el nombre",
  replace: "Reemplazar por lo mostrado",
  share: "Compartir",
  keepPrivate: "Hacer privada",
  makeFirst: "Abrir al iniciar sesión",
  notFirst: "No abrir al iniciar sesión",
  remove: "Eliminar",
  removeOf: (name) => `¿Eliminar «${name}»?`,
  removeShared: "Los demás también la pierden.",
  cancel: "Cancelar",
  name: "Nombre",
  save: "Guardar",
  saveTitle: "Guardar lo mostrado",
  shareNew: "Compartir con todos los que pueden ver esta pantalla",
  saved: (name) => `«${name}» se ha guardado.`,
  removed: (name) => `«${name}» se ha eliminado.`,
  firstSet: (name) => `«${name}» se abre al iniciar sesión.`,
  firstUnset: "Al iniciar sesión se abre el Monitor del programa.",
  failedToSave: "No se pudo guardar la vista.",
  screenGone: (name) => `La pantalla de «${name}» no está disponible. Se muestra esta en su lugar.`,
  groups: (count) => counted(count, "grupo", "grupos"),
  offers: (count) => counted(count, "oferta", "ofertas"),
  categories: (count) => counted(count, "categoría de ofertas", "categorías de ofertas"),
  gone: (name, what, isSome) =>
    `«${name}» incluye ${formatList(what)} sin acceso para usted. ${
      isSome ? "Se muestra el resto." : "En su lugar se muestra todo."
    }`,
};
