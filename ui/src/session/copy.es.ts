import type { Translation } from "../language";
import type * as english from "./copy";

export const pages: Translation<typeof english.pages> = {
  loginTitle: "Para empezar, inicie sesión",
  loginField: "Usuario",
  passwordField: "Contraseña",
  signIn: "Iniciar sesión",
  loginRequired: "Escriba su usuario",
  passwordRequired: "Escriba su contraseña",
  claim: ["Vea qué tan fuerte es el vínculo", "entre sus miembros", "y su programa."],
  claimDetail:
    "Una puntuación, todos los canales: miembros, correos, sitio web, ofertas y contenidos en una pantalla.",
  language: "Idioma",
  signInLink: "Iniciar sesión",
  signedOut: "Ha salido del panel de analítica. Puede cerrar esta ventana.",
  error401: "Debe iniciar sesión para ver esta página",
  expired: "Su sesión ha caducado",
  ssoRunning: "Iniciando su sesión",
  firstName: "Nombre",
  required: (field) => `Complete el campo «${field}»`,
  passwordRule: "De 12 a 30 caracteres",
  passwordLength: "Una contraseña tiene de 12 a 30 caracteres",
  or: "o",
  oidcSignOut: (label) => `Cerrar también la sesión de ${label}`,
};
