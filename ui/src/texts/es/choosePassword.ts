import type * as english from "../en/choosePassword";
import type { Translation } from "../language";

export const choosePasswordCopy: Translation<typeof english.choosePasswordCopy> = {
  choosePasswordFor: (firstName, login) => `Hola, ${firstName}. Iniciará sesión como ${login}.`,
  repeatPassword: "Repita la contraseña",
  passwordsDiffer: "Las dos contraseñas son distintas",
  setPassword: "Guardar la contraseña",
  passwordSet: "Su contraseña se ha guardado. Inicie sesión con ella.",
  linkRefused: "Este enlace no es válido o ha caducado. Pida otro a un administrador.",
};
