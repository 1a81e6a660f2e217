import type * as english from "../en/opened";
import type { Translation } from "../language";

export const openedCopy: Translation<typeof english.openedCopy> = {
  gone: "Este enlace ya se usó o es demasiado antiguo. Inicie Bond otra vez: abrirá la página con otro enlace.",
};
