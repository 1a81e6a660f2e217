import type * as english from "../en/roles";
import type { Translation } from "../language";

export const roles: Translation<typeof english.roles> = {
  title: "Roles",
  detail:
    "Un rol da acceso a módulos y puede estar limitado a algunos miembros. Un usuario puede tener varios y puede hacer lo que permita cualquiera de ellos.",
  add: "Añadir un rol",
  role: "Rol",
  names: { ROLE_ADMIN: "Administrador", USERS: "Usuario" },
  builtIn: "Integrado",
  modules: "Módulos",
  all: "Todos",
  allBut: (names) => `Todos menos ${names}`,
  andChanges: (name) => `${name} (puede cambiar)`,
  members: "Miembros",
  everybody: "Todos",
  alsoWithout: "también el sitio web y el calendario",
  users: "Usuarios",
  show: "Ver",
  showOf: (name) => `Ver ${name}`,
  change: "Cambiar",
  changeOf: (name) => `Cambiar ${name}`,
  copy: "Copiar",
  copyOf: (name) => `Copiar ${name}`,
  copyName: (name) => `copia-de-${name}`,
  delete: "Eliminar",
  deleteOf: (name) => `Eliminar ${name}`,

  newRole: "Nuevo rol",
  name: "Nombre",
  nameHint: "Letras, cifras, puntos, guiones y guiones bajos. No se puede cambiar después.",
  mayChange: "Puede cambiar",
  builtInDetail:
    "Este rol forma parte de Bond: no se puede cambiar ni eliminar. Cópielo para crear uno parecido.",
  groupsTitle: "Miembros que muestra",
  groupsDetail:
    "Ninguno elegido: todos los miembros. Si no, en cada cifra, lista y archivo solo cuentan los miembros de uno de los grupos elegidos de cada lista.",
  groupsClosed: "Un rol que abre Administración o Datos no se puede limitar. Cree otro rol para las cifras.",
  noGroups: "Aún no hay grupos cargados.",
  missing: (id) => `${id} (no cargado)`,
  withoutMembers:
    "Mostrar también lo que no pertenece a ningún miembro: las cifras del sitio web y el calendario de correos",
  groupings: { TIER: "Niveles", LOB: "Líneas de negocio", AUDIENCE: "Audiencias" },
  save: "Guardar",
  saved: (name) => `El rol ${name} se ha guardado.`,
  savedDetail: "Se aplica a los usuarios desde su siguiente clic.",

  deleteTitle: (name) => `¿Eliminar el rol ${name}?`,
  deleteUnused: "Ningún usuario lo tiene.",
  deleteUsed: (users) => `Se retira a ${users}. Quien no tenga otro rol no podrá abrir nada después.`,
  usersOf: (count) => (count === 1 ? "1 usuario" : `${count} usuarios`),
  keysOf: (count) =>
    count === 1 ? "1 clave de inicio de sesión único" : `${count} claves de inicio de sesión único`,
  and: " y ",
  deleted: (name) => `El rol ${name} se ha eliminado.`,
};
