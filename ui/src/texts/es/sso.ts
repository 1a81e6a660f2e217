import type * as english from "../en/sso";
import type { Translation } from "../language";

export const ssoCopy: Translation<typeof english.ssoCopy> = {
  ssoIncomplete: "Este enlace de inicio de sesión está incompleto.",
  ssoConfirm: (firstName) => `¿Continuar como ${firstName}?`,
  ssoConfirmText: (login) =>
    `Este enlace inicia sesión como ${login}. Si no es usted, lo envió otra persona: cancele.`,
  ssoContinue: "Continuar",
  ssoCancel: "Cancelar",
  ssoCancelled: "No se ha iniciado sesión.",
};
