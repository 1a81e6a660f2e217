import type * as english from "../en/session";
import type { Translation } from "../language";

export const pages: Translation<typeof english.pages> = {
  loginTitle: "Para empezar, inicie sesión",
  loginField: "Usuario",
  passwordField: "Contraseña",
  showPassword: "Mostrar la contraseña",
  hidePassword: "Ocultar la contraseña",
  forgottenLink: "¿Ha olvidado la contraseña?",
  forgotten: "¿Olvidó su contraseña? Pida a un administrador de Bond un enlace para elegir otra.",
  signIn: "Iniciar sesión",
  loginRequired: "Escriba su usuario",
  passwordRequired: "Escriba su contraseña",
  claim: ["Vea lo fuerte que es el vínculo", "entre sus miembros", "y su programa."],
  claimDetail:
    "Una puntuación, todos los canales: miembros, correos, sitio web, ofertas y contenidos en una pantalla.",
  language: "Idioma",
  signInLink: "Iniciar sesión",
  signedOut: "Ha salido del panel de analítica. Puede cerrar esta ventana.",
  error401: "Debe iniciar sesión para ver esta página",
  expired: "Su sesión ha caducado",
  invalidLogin: "Correo o contraseña no válidos.",
  notAvailable: "Acceso no disponible",
  blocked: "Acceso bloqueado",
  unavailable: "Servidor no disponible",
  notFound: "Esa página no existe.",
  ssoRunning: "Iniciando su sesión",
  firstName: "Nombre",
  required: (field) => `Complete el campo «${field}»`,
  passwordRule: "De 12 a 128 caracteres",
  passwordLength: "Una contraseña tiene de 12 a 128 caracteres",
  or: "o",
  oidcSignOut: (label) => `Cerrar también la sesión de ${label}`,
  oidcFailures: {
    oidc_unavailable:
      "El proveedor de inicio de sesión no responde. Inténtelo más tarde o inicie sesión con usuario y contraseña.",
    oidc_again: "Este inicio de sesión caducó o se empezó en otro navegador. Empiece de nuevo.",
    oidc_denied: "El proveedor de inicio de sesión no le dio acceso.",
    oidc_not_accepted:
      "No se aceptó la respuesta del proveedor de inicio de sesión. Si vuelve a ocurrir, póngase en contacto con su administrador.",
    oidc_no_role: "Su cuenta no tiene acceso aquí. Pida un rol a su administrador.",
    oidc_unknown_user: "Su cuenta no se conoce aquí. Pida a su administrador que la vincule.",
    oidc_disabled: "Acceso no disponible",
  },
};
