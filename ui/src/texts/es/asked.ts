import type * as english from "../en/asked";
import type { Translation } from "../language";

export const asked: Translation<typeof english.asked> = {
  sending: {
    what: "Bond aún no puede enviar informes, y las alertas solo se ven en la campana. Configure una de estas vías:",
    ways: ["Por correo:", "A una carpeta del servidor:", "A un webhook:"],
  },
  links: {
    what: "Los enlaces sin cuenta están desactivados. Un ajuste los activa:",
    ways: ["Permitir enlaces:"],
  },
  addresses: {
    what: "Las direcciones para hojas de cálculo son tokens de API, y están desactivados. Un ajuste del servidor los permite:",
    ways: ["Días de los tokens de API:"],
  },
  where: {
    sending:
      "Puede configurar el correo en la configuración. Las carpetas y los webhooks son ajustes del servidor.",
    links: "Puede activarlos en la configuración. Se le pedirá su contraseña.",
    addresses: "Es un ajuste del servidor: cámbielo en bond.toml y reinicie Bond.",
  },
  title: "Aún sin configurar",
  askAdministrator: "Pida a un administrador de Bond que lo configure.",
  toSettings: "Abrir la configuración",
  toManual: "Cómo se configura",
  toReports: "Abrir Informes y alertas",
  toLinks: "Abrir Enlaces",
};
