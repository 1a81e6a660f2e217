/** The places that backups are copied to. */
export const copies = {
  title: "Copias en otros lugares",
  detail:
    "Cada copia de seguridad se copia allí, como dice el archivo de ajustes; de vez en cuando se trae una y se prueba.",
  name: "Lugar",
  kinds: { folder: "Carpeta", s3: "S3", sftp: "SFTP" } as Readonly<Record<string, string>>,
  state: "Estado",
  copies: "Copias",
  sent: "Última enviada",
  tested: "Última prueba",
  never: "Nunca",
  running: "En curso",
  failed: "Fallida",
  good: "Bien",
  none: "Aún sin copia",
  send: "Enviar ahora",
  sendOf: (name: string) => `Enviar ahora a ${name} la copia de seguridad más reciente`,
  test: "Probar ahora",
  testOf: (name: string) => `Traer la copia más reciente de ${name} y probarla`,
  sending: (name: string) => `Se está enviando a ${name} la copia de seguridad más reciente.`,
  testing: (name: string) => `Se está probando la copia más reciente de ${name}.`,
};
