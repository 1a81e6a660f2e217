import type * as english from "../en/shared";
import type { Translation } from "../language";

export const shared: Translation<typeof english.shared> = {
  by: (firstName) => `Compartido por ${firstName}`,
  until: (time) => `hasta el ${time}`,
  through: (day) => `Datos hasta el ${day}`,
  chosen: (title, names) => `${title}: ${names}`,
  chosenCount: (title, count) => `${title}: ${count} en la selección`,
  groups: { NOW: "Grupos como son ahora", WINDOW: "Grupos como eran el último día de cada período" },
  demo: "Los datos son inventados.",
  details: "Lo que se muestra",
  locked: "Esta pantalla está protegida",
  asks: "Introduzca la contraseña que acompaña al enlace.",
  password: "Contraseña",
  show: "Mostrar la pantalla",
  required: "Falta la contraseña",
  wrong: "La contraseña no es correcta.",
  blocked: "Demasiadas contraseñas incorrectas. Inténtelo de nuevo dentro de unos minutos.",
  gone: "Este enlace ya no está disponible.",
  failed: "No se pudo cargar la pantalla.",
};
