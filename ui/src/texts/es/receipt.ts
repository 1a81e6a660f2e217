import type * as english from "../en/receipt";
import type { Translation } from "../language";

export const receipts: Translation<typeof english.receipts> = {
  verify: "Verificar",
  about:
    "Un comprobante dice de qué se compone la cifra. Bond lo firma para que otros puedan verificarla después.",
  copy: "Copiar el comprobante",
  copyIssued: "Copiar el comprobante emitido",
  asking: "Se está generando el comprobante…",
  copied: "Copiado: de qué se compone la cifra, firmado. Se verifica con bond verify-receipt.",
  notCopied: "El navegador no lo copió. Cópielo desde aquí:",
  text: "Comprobante",
  check: "Comprobar lo que ha recibido",
  failed: "No se pudo generar el comprobante. Inténtelo de nuevo.",
};
