import type * as english from "../en/setUp";
import type { Translation } from "../language";

export const setUpCopy: Translation<typeof english.setUpCopy> = {
  setUpDetail:
    "Noch kann sich niemand anmelden. Legen Sie das erste Administratorkonto mit dem Einrichtungstoken an, das der Server beim Start ausgegeben hat. Das Token gilt 30 Minuten; ein Neustart gibt ein neues aus.",
  setUpToken: "Einrichtungstoken",
  setUp: "Administratorkonto anlegen",
  setUpOver:
    "Das erste Administratorkonto gibt es schon. Melden Sie sich an, oder bitten Sie Ihre Administration, Sie hinzuzufügen.",
};
