import { settings as copy } from "#texts/settings";
import type { SettingAnswer } from "../../../generated/wire";
import { Button } from "../../../kit";
import { CheckList } from "../../../kit/parts/CheckList";
import { Choice, Field, Switch } from "../../../kit/parts/Field";
import { OPTIONAL_MODULES } from "../../../kit/parts/modules";
import { formatTime } from "../../../kit/parts/time";
import type { FieldOf } from "../../../kit/useForm";
import { ColourSetting } from "./ColourSetting";
import css from "./Settings.module.css";

type SettingProps = {
  readonly setting: SettingAnswer;
  readonly field: FieldOf<string>;
  readonly disabled: boolean;
};

/** The field of a setting: of check boxes, the first. */
export function fieldNamed(name: string): HTMLElement | null {
  const field = document.getElementsByName(name)[0];
  return field instanceof HTMLFieldSetElement ? field.querySelector("input") : (field ?? null);
}

/** A setting: what it is, its field, and who chose it. */
export function Setting({ setting, field, disabled }: SettingProps) {
  const { name, default: standard } = setting;
  const label = copy.labels[name] ?? name;
  return (
    <div className={css.setting} data-wide={name === "modules" || undefined}>
      <Control setting={setting} field={{ ...field, label, hint: hintOf(setting), disabled }} />
      {!disabled && field.value !== standard && (
        <Button
          size="sm"
          variant="ghost"
          className={css.reset}
          aria-label={copy.resetOf(label)}
          onClick={() => {
            field.onChange(standard);
            // The button goes, and the focus would go with it.
            fieldNamed(name)?.focus({ preventScroll: true });
          }}
        >
          {copy.reset}
        </Button>
      )}
    </div>
  );
}

type ControlProps = {
  readonly setting: SettingAnswer;
  readonly field: FieldOf<string> & {
    readonly label: string;
    readonly hint: ReturnType<typeof hintOf>;
    readonly disabled: boolean;
  };
};

/** The field that fits the values of a setting. */
function Control({ setting: { name, values, isSecret }, field }: ControlProps) {
  const { value, onChange } = field;
  const options = copy.options[name];
  if (name === "modules")
    return (
      <CheckList
        {...field}
        choices={OPTIONAL_MODULES}
        value={OPTIONAL_MODULES.map((module) => module.value).filter((code) =>
          value.split(",").includes(code),
        )}
        onChange={(codes) => onChange(codes.join(","))}
      />
    );
  if (options) return <Choice {...field} options={options} />;
  if (values.includes("true"))
    return <Switch {...field} value={value === "true"} onChange={(on) => onChange(String(on))} />;
  if (name === "accent_color") return <ColourSetting {...field} />;
  const suggested = SUGGESTED[name];
  if (suggested)
    return (
      <>
        <Field {...field} list={name} />
        <datalist id={name}>
          {Intl.supportedValuesOf(suggested).map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </>
    );
  if (isSecret)
    return (
      <Field
        {...field}
        type="password"
        autoComplete="new-password"
        // What is set is never sent to the page.
        value={value === SET ? "" : value}
        placeholder={value === SET ? copy.kept : ""}
      />
    );
  return <Field {...field} type={TYPES[name]} maxLength={1000} />;
}

/** The value of a secret that is set. */
const SET = "(set)";

/** What the browser knows the names of. */
const SUGGESTED: Readonly<Record<string, "currency" | "timeZone">> = {
  currency: "currency",
  time_zone: "timeZone",
};

const TYPES: Readonly<Record<string, string>> = { backup_at: "time" };

/** A value as people read it. */
function shown(name: string, value: string): string {
  if (name === "modules" && OPTIONAL_MODULES.every((choice) => value.split(",").includes(choice.value)))
    return copy.all;
  if (value === "true" || value === "false") return copy.switched[value];
  return copy.options[name]?.find((option) => option.value === value)?.label ?? value;
}

/** What it means, in a sentence, and what says its value where that is not the default. */
function hintOf(setting: SettingAnswer) {
  const { name, help, restarts, waits, fixedBy, changedAt, changedBy, default: standard } = setting;
  const origin =
    fixedBy !== null
      ? copy.fixed(fixedBy)
      : changedAt !== null && copy.chosen(changedBy ?? "", formatTime(changedAt), shown(name, standard));
  return (
    <>
      {help}.{restarts && fixedBy === null && ` ${copy.restarts}`}
      {origin && <span className={css.origin}> {origin}</span>}
      {waits && <span className={css.waits}> {copy.waits}</span>}
    </>
  );
}
