import type * as english from "../en/secondFactor";
import type { Translation } from "../language";

export const secondFactor: Translation<typeof english.secondFactor> = {
  codeTitle: "Introduzca un código",
  codeDetail:
    "Abra su aplicación de autenticación. Sin su dispositivo, use uno de sus códigos de recuperación.",
  code: "Código",
  codeHint: "Seis cifras de su aplicación de autenticación, o un código de recuperación",
  codeRequired: "El campo Código es obligatorio",
  wrongCode: "El código es incorrecto o ya se ha usado.",
  beginAgain: "Ha tardado demasiado. Inicie sesión de nuevo.",
  otherUser: "Empezar de nuevo",
  setUpTitle: "Configure un segundo factor",
  setUpRequired: "Su cuenta necesita un segundo factor: un código de su teléfono además de la contraseña.",
  setUpDetail: "Escanee esto con una aplicación de autenticación e introduzca el código que muestra.",
  qr: "Código QR para una aplicación de autenticación",
  secret: "O escriba esta clave en la aplicación",
  setUpCode: "Código de la aplicación",
  confirm: "Confirmar",
  codesTitle: "Sus códigos de recuperación",
  codesDetail:
    "Cada uno funciona una vez cuando no tenga su dispositivo. Guárdelos donde nadie más los vea: solo se muestran ahora.",
  codes: "Códigos de recuperación",
  save: "Guardar como archivo",
  go: "Los he guardado",

  title: "Segundo factor",
  detail: "Un código de su teléfono además de la contraseña, para que esta sola no deje entrar a nadie.",
  off: "Sin configurar.",
  on: (since) => `Configurado el ${since}.`,
  left: (count) =>
    count === 0
      ? "No queda ningún código de recuperación: cree otros nuevos."
      : count === 1
        ? "Queda 1 código de recuperación."
        : `Quedan ${count} códigos de recuperación.`,
  required: "Su cuenta debe tener uno.",
  setUp: "Configurar",
  another: "Usar otro dispositivo",
  newCodes: "Códigos de recuperación nuevos",
  newCodesDetail: "Los anteriores dejan de funcionar.",
  remove: "Eliminar",
  removeTitle: "¿Eliminar el segundo factor?",
  removeDetail: "La contraseña sola vuelve a dejarle entrar. Sus demás sesiones terminan.",
  next: "Continuar",
  removed: "El segundo factor se ha eliminado.",
  isOn: "El segundo factor está configurado. Sus demás sesiones han terminado.",

  forgottenTitle: "¿Ha olvidado la contraseña?",
  forgottenDetail:
    "Recibirá un correo con un enlace para elegir otra, si su nombre de usuario es una dirección de correo.",
  send: "Enviar el enlace",
  sent: "Si existe esa cuenta, hay un correo en camino. El enlace funciona durante una hora.",
  tooOften: "Se han pedido demasiados enlaces. Inténtelo de nuevo más tarde.",
  back: "Volver al inicio de sesión",
};
