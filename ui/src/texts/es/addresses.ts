import type * as english from "../en/addresses";
import type { Translation } from "../language";

export const addresses: Translation<typeof english.addresses> = {
  newTitle: (screen: string) => `Una dirección de ${screen}`,
  newDetail:
    "Una hoja de cálculo lee una tabla en esta dirección, de nuevo cada vez que se actualiza. Quien tiene la dirección ve la tabla como usted la ve en ese momento, y nada más.",
  table: "Tabla",
  fixedPeriod:
    "Los días son fijos. Elija antes un período como «Último mes completo» si la tabla debe avanzar con el tiempo.",
  movingPeriod: (period: string) => `El período avanza con el tiempo: ${period}.`,
  networks: "Solo desde estas redes",
  failed: "No se pudo cargar el formulario.",
  make: "Crear dirección",
  saved: "La dirección se ha creado.",
  toAccount: "Abrir su cuenta",
  made: "Su dirección",
  madeDetail: (until: string) => `Funciona hasta ${until}. Cópiela ahora: no se volverá a mostrar.`,
  json: "JSON, para Excel y Power BI",
  csv: "CSV, para LibreOffice y Hojas de cálculo de Google",
  number: (id: number) =>
    `Un programa que envía un token de API suyo puede usar ${id} en la dirección en lugar del secreto.`,
};
