import type * as english from "../en/start";
import type { Translation } from "../language";
import { rowsOf } from "./rows";

export const start: Translation<typeof english.start> = {
  title: "Aún no hay nada cargado",
  detail: "Tres maneras de empezar.",
  files: "Sus propios archivos",
  filesDetail:
    "Exportaciones de cualquier sistema: CSV, Excel, JSON, Parquet. Bond propone qué es cada archivo y muestra qué pantallas se llenan con ellos. No se carga nada hasta que usted lo diga.",
  bring: "Traer sus datos",
  sampleTitle: "Una muestra",
  sampleDetail: "Unas 8.500 filas, un archivo por tabla. Enseña cómo son los archivos.",
  sample: "Cargar la muestra",
  demoTitle: "Una demostración",
  demoDetail:
    "Tres años de un programa inventado, hasta ayer. Llena todas las pantallas. No se puede deshacer: créela solo donde no vaya a cargar datos propios.",
  demoMembers: "Miembros de la demostración",
  demo: "Crear una demostración",
  wayBack: "Para quitar la muestra: «Deshacer la última carga», en",
  ask: "Las cifras aparecen cuando hay datos cargados. Sus roles no le permiten cargar datos: pídaselo a un administrador de Bond.",

  mend: "Corrija los archivos y elíjalos otra vez, o deje que Bond muestre cada error en su fila.",
  rename: "Dé al archivo el nombre de una tabla, o deje que Bond proponga qué es.",
  describe: "Proponer una asignación",

  leftTitle: "Lo que falta por hacer",
  left: {
    data: {
      what: "Cargar los primeros datos",
      why: "Sin datos no hay cifras.",
    },
    administrator: {
      what: "Añadir un segundo administrador",
      why: "Si el único no está, nadie puede dar acceso a los demás.",
    },
    backup: {
      what: "Activar las copias de seguridad",
      why: "Aún no hay ninguna copia, ni una copia diaria configurada.",
    },
    due: {
      what: "Indicar cuándo se esperan los datos",
      why: "Así Bond puede avisar cuando se retrasan.",
    },
    mail: {
      what: "Configurar el correo",
      why: "Los informes y las alertas aún no se pueden enviar por correo.",
    },
  },
  leaveOut: (what) => `Ocultar: ${what}`,

  loaded: (rows) => `Cargado: ${rowsOf(rows)}`,
  loadedBefore: "Estos archivos ya estaban cargados. No ha cambiado nada.",
  demoMade: (rows) => `La demostración está lista: ${rowsOf(rows)}`,
  undone: "La última carga se ha deshecho",
  checked: (rows) => `Comprobado, todo está bien: ${rowsOf(rows)}`,
  refused: (id) => `La carga ${id} fue rechazada. No se ha cargado nada.`,
  failed: (id) => `La carga ${id} ha fallado. No se ha cargado nada.`,
  cancelled: (id) => `La carga ${id} se ha cancelado.`,
  open: (title) => `Abrir ${title}`,
};
