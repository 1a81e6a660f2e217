import type * as english from "../en/setUp";
import type { Translation } from "../language";

export const setUpCopy: Translation<typeof english.setUpCopy> = {
  setUpDetail:
    "Nadie puede iniciar sesión todavía. Cree la primera cuenta de administrador con el token de configuración que el servidor mostró al arrancar. El token es válido durante 30 minutos; al reiniciar se muestra otro.",
  setUpToken: "Token de configuración",
  setUp: "Crear cuenta de administrador",
  setUpOver: "El primer administrador ya existe. Inicie sesión o pida a un administrador que le añada.",
};
