import type * as english from "../en/sso";
import type { Translation } from "../language";

export const ssoCopy: Translation<typeof english.ssoCopy> = {
  ssoIncomplete: "Dieser Anmeldelink ist unvollständig.",
  ssoConfirm: (firstName) => `Als ${firstName} fortfahren?`,
  ssoConfirmText: (login) =>
    `Dieser Link meldet Sie als ${login} an. Wenn Sie das nicht sind, hat ihn jemand anderes gesendet: Brechen Sie ab.`,
  ssoContinue: "Fortfahren",
  ssoCancel: "Abbrechen",
  ssoCancelled: "Sie wurden nicht angemeldet.",
};
