import type * as english from "../en/flows";
import type { Translation } from "../language";

/** Members who moved from group to group. */
export const flows: Translation<typeof english.flows> = {
  from: "De",
  to: "A",
  notRegistered: "Sin registrar",
  joined: "Nuevos",
  others: "Otros miembros",
  all: "Todos los miembros",
  up: "subieron",
  down: "bajaron",
  said: (all, joined, up, down) =>
    `${all} ${all === "1" ? "miembro" : "miembros"}: nuevos, ${joined}; subieron, ${up}; bajaron, ${down}.`,
  saidWithoutOrder: (all, joined, moved) =>
    `${all} ${all === "1" ? "miembro" : "miembros"}: nuevos, ${joined}; cambiaron, ${moved}.`,
  one: (members, from, to) => `${members} de ${from} a ${to}`,
  ofMany:
    "Un miembro puede estar en varias audiencias, así que nadie pasa de una a otra. La tabla de abajo muestra quién llegó a cada una y quién se fue.",
  othersNote: "Otros miembros no estaban, o no están, en ninguno de los grupos elegidos.",
  nobody: "Nadie cambió.",
  ofNow: "Miembros que ahora están en los grupos elegidos, sin importar en cuáles estaban antes.",
  opens: "Abra un grupo para ver si sus miembros se volvieron más o menos activos o si entraron otros.",
};
