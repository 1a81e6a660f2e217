import type * as english from "../en/settings";
import type { Translation } from "../language";

export const settings: Translation<typeof english.settings> = {
  title: "Configuración",
  confirmTitle: "¿Guardar estos ajustes?",
  confirmDetail: (labels) => `Deciden lo que otros pueden abrir: ${labels.join(", ")}.`,
  about:
    "Los cambios surten efecto enseguida, salvo donde se indica. Todos quedan en el registro de auditoría.",
  groups: {
    program: { title: "Programa", about: "Cómo se llama el programa y quién ayuda a sus usuarios." },
    dashboards: {
      title: "Paneles",
      about: "Cuáles se pueden abrir y cómo muestran los cambios.",
    },
    periods: {
      title: "Períodos y comparaciones",
      about: "Cuándo empiezan los años y las semanas, y con qué se comparan las cifras.",
    },
    data: {
      title: "Datos",
      about: "Cuándo se esperan datos nuevos. Lo que se retrasa se ve en cada página.",
    },
    links: { title: "Enlaces", about: "Pantallas que se comparten con otros que no tienen cuenta." },
    agents: {
      title: "Agentes",
      about: "Asistentes que piden cifras con un token de API, por MCP. No cambian nada.",
    },
    mail: {
      title: "Correo",
      about: "El servidor que envía informes y alertas, y a quién pueden llegar.",
    },
    backups: {
      title: "Copias de seguridad",
      about:
        "Cuándo hace una el servidor por sí mismo. La carpeta es un ajuste del servidor: Bond busca en ella aunque no pueda leer sus cuentas.",
    },
  },
  labels: {
    program_name: "Nombre del programa",
    accent_color: "Color",
    currency: "Moneda",
    time_zone: "Zona horaria",
    account_manager_name: "Gestor de cuenta: nombre",
    account_manager_mail: "Gestor de cuenta: correo",
    account_manager_phone: "Gestor de cuenta: teléfono",
    change_colours: "Colores de los cambios",
    modules: "Módulos del programa",
    fiscal_year_start: "Primer mes del año",
    first_weekday: "Primer día de la semana",
    compare_to_date: "Comparar períodos en curso con",
    groups_as_of: "Grupos que cuentan",
    expected_by: "Cuándo se esperan los datos",
    allow_links: "Enlaces sin cuenta",
    allow_agents: "Preguntas de agentes",
    link_days: "Duración máxima de un enlace, en días",
    link_frame_hosts: "Sitios que pueden enmarcar enlaces",
    smtp_host: "Servidor de correo",
    smtp_port: "Puerto",
    smtp_tls: "Cifrado",
    smtp_user: "Usuario",
    smtp_password: "Contraseña",
    mail_from: "Remitente",
    mail_domains: "Dominios que pueden recibir correo",
    tell_mail: "Quién recibe avisos por correo",
    backup_at: "Hora de la copia diaria",
    backup_keep: "Copias que se conservan",
  },
  options: {
    change_colours: [
      { value: "meaning", label: "Verde = mejor, rojo = peor" },
      { value: "sign", label: "Verde = sube, rojo = baja" },
    ],
    groups_as_of: [
      { value: "auto", label: "Como eran; como son ahora donde se protegen los grupos pequeños" },
      { value: "now", label: "Como son ahora" },
      { value: "window", label: "Como eran el último día de cada período" },
    ],
    compare_to_date: [
      { value: "last_year", label: "Las mismas fechas del año anterior" },
      { value: "previous_period", label: "Los días anteriores" },
    ],
    smtp_tls: [
      { value: "starttls", label: "STARTTLS" },
      { value: "tls", label: "TLS desde el principio" },
      { value: "none", label: "Ninguno" },
    ],
    first_weekday: [
      { value: "sunday", label: "Domingo" },
      { value: "monday", label: "Lunes" },
    ],
    fiscal_year_start: [
      "Enero",
      "Febrero",
      "Marzo",
      "Abril",
      "Mayo",
      "Junio",
      "Julio",
      "Agosto",
      "Septiembre",
      "Octubre",
      "Noviembre",
      "Diciembre",
    ].map((label, at) => ({ value: String(at + 1), label })),
  },
  fixed: (by) => `Fijo: lo define ${by}.`,
  chosen: (by, time, standard) =>
    `Elegido${by && ` por ${by}`}, ${time}. Predeterminado: ${standard === "" ? "vacío" : standard}.`,
  all: "todos",
  switched: { true: "Activado", false: "Desactivado" },
  save: "Guardar",
  saved: "La configuración está guardada.",
  kept: "Definida. Escriba otra para reemplazarla",
  restarts: "Surte efecto al reiniciar el servidor.",
  waits: "El servidor sigue usando la anterior: reinícielo.",
  tryMail: "Enviar un mensaje de prueba",
  tryTitle: "Enviar un mensaje de prueba",
  tryDetail: "No contiene cifras. Lo que aún no está guardado no se usa.",
  tryTo: "Para",
  tryAction: "Enviar",
  tried: (to) => `El servidor de correo aceptó un mensaje para ${to}.`,
  reset: "Volver al valor predeterminado",
  resetOf: (label) => `Volver al valor predeterminado: ${label}`,
  changes: (count) => (count === 1 ? "1 cambio sin guardar" : `${count} cambios sin guardar`),
  discard: "Descartar",
};

/** The colour of the program, on what it is seen on. */
export const colour: Translation<typeof english.colour> = {
  pick: "Elegir un color",
  button: "Botón",
  link: "Enlace",
};

export const logo: Translation<typeof english.logo> = {
  title: "Logotipo",
  about:
    "Un PNG o JPEG de hasta 512 KB y 2.000 píxeles por lado. Aparece junto al nombre del programa, en los archivos y, a la vista de todos, en la página de inicio de sesión.",
  none: "Ninguno",
  choose: "Elegir una imagen",
  replace: "Elegir otra",
  remove: "Quitar",
  isSet: "El logotipo está puesto.",
  isRemoved: "El logotipo se ha quitado.",
  tooLarge: "El archivo ocupa más de 512 KB; guarde la imagen más pequeña y elíjala de nuevo.",
};

export const server: Translation<typeof english.server> = {
  title: "Configuración del servidor",
  about:
    "Se lee al arrancar el servidor. Quien lo administra la cambia en el archivo de configuración, en el entorno o con una opción, y lo reinicia.",
  search: "Buscar ajustes",
  onlySet: "Solo lo definido",
  none: "Ningún ajuste coincide",
  elsewhere: "En Configuración:",
  name: "Ajuste",
  value: "Valor",
  empty: "vacío",
  origin: "Definido por",
  default: "predeterminado",
  meaning: "Significado",
};
