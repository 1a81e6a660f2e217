import type * as english from "../en/choosePassword";
import type { Translation } from "../language";

export const choosePasswordCopy: Translation<typeof english.choosePasswordCopy> = {
  choosePasswordFor: (firstName, login) => `Hallo ${firstName}. Sie melden sich künftig als ${login} an.`,
  repeatPassword: "Passwort wiederholen",
  passwordsDiffer: "Die beiden Passwörter sind verschieden",
  setPassword: "Passwort festlegen",
  passwordSet: "Ihr Passwort ist festgelegt. Melden Sie sich damit an.",
  linkRefused: "Dieser Link ist ungültig oder abgelaufen. Bitten Sie Ihre Administration um einen neuen.",
};
