import type { CSSProperties } from "react";
import { colour as copy } from "#texts/settings";
import { BASE } from "../../../api/base";
import { Field } from "../../../kit/parts/Field";
import css from "./Settings.module.css";

type ColourSettingProps = Parameters<typeof Field>[0] & { readonly disabled: boolean };

/** Bond's own colour, in the light theme. */
const OWN = "#4b4acf";

const isColour = (text: string) => /^#?[0-9a-f]{6}$/i.test(text);

/** A colour as `#0b6e4f`: by its digits or by choice, beside a button and a link of it. */
export function ColourSetting(field: ColourSettingProps) {
  const { value, onChange, disabled } = field;
  const shown = isColour(value) ? `#${value.replace("#", "").toLowerCase()}` : null;
  return (
    <>
      <Field {...field} maxLength={7} />
      <p className={css.sample} style={{ "--sample": shown ?? OWN } as CSSProperties}>
        <input
          type="color"
          aria-label={copy.pick}
          value={shown ?? OWN}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
        <span className={css.sampleButton} aria-hidden="true">
          {copy.button}
        </span>
        <span className={css.sampleLink} aria-hidden="true">
          {copy.link}
        </span>
      </p>
    </>
  );
}

/** Gives the page the program's colour, as its document has it when it is loaded. */
export function wear(colour: string): void {
  const worn = [...document.head.querySelectorAll<HTMLLinkElement>('link[href*="/accent.css"]')];
  const address = isColour(colour) ? `${BASE}/accent.css?${colour.replace("#", "").toLowerCase()}` : null;
  const others = worn.filter((sheet) => sheet.getAttribute("href") !== address);
  const leaveOthers = () => {
    for (const sheet of others) sheet.remove();
  };
  if (address === null || others.length < worn.length) {
    leaveOthers();
    return;
  }
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = address;
  sheet.addEventListener("load", leaveOthers);
  document.head.append(sheet);
}
