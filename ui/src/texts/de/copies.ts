/** The places that backups are copied to. */
export const copies = {
  title: "Kopien an anderen Orten",
  detail:
    "Jede Sicherung wird dorthin kopiert, wie die Einstellungsdatei es sagt; ab und zu wird eine Kopie abgeholt und geprüft.",
  name: "Ort",
  kinds: { folder: "Ordner", s3: "S3", sftp: "SFTP" } as Readonly<Record<string, string>>,
  state: "Status",
  copies: "Kopien",
  sent: "Neueste gesendet",
  tested: "Zuletzt geprüft",
  never: "Nie",
  running: "Arbeitet",
  failed: "Fehlgeschlagen",
  good: "Gut",
  none: "Noch keine Kopie",
  send: "Jetzt senden",
  sendOf: (name: string) => `Die neueste Sicherung jetzt nach ${name} senden`,
  test: "Jetzt prüfen",
  testOf: (name: string) => `Die neueste Kopie in ${name} abholen und prüfen`,
  sending: (name: string) => `Die neueste Sicherung wird nach ${name} gesendet.`,
  testing: (name: string) => `Die neueste Kopie in ${name} wird geprüft.`,
};
