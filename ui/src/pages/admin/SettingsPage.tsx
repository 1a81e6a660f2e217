import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { settings as copy } from "#texts/admin";
import { refreshAnswers } from "../../api/query";
import { refreshUser } from "../../api/session";
import type { OtherSetting, SettingAnswer } from "../../generated/wire";
import { Button, notify } from "../../kit";
import { type Column, DataTable } from "../../kit/DataTable";
import { CheckList } from "../../kit/parts/CheckList";
import { ConfirmDialog } from "../../kit/parts/ConfirmDialog";
import { messageOf } from "../../kit/parts/errors";
import { Choice, Field } from "../../kit/parts/Field";
import { LoadedList } from "../../kit/parts/LoadedList";
import { OPTIONAL_MODULES } from "../../kit/parts/modules";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { formatTime } from "../../kit/parts/time";
import { useDoing } from "../../kit/useSaving";
import css from "./Admin.module.css";
import { useAdmin, useAdminCall } from "./useAdmin";

/** The settings that can be chosen while the server runs. */
export function SettingsPage({ mayChange }: { readonly mayChange: boolean }) {
  const list = useAdmin("settings");
  return (
    <LoadedList of={list}>
      {({ settings, others }) => (
        <>
          {/* The fields begin anew with the values that were saved. */}
          <Form key={JSON.stringify(settings)} settings={settings} mayChange={mayChange} />
          <Panel title={copy.othersTitle} detail={copy.othersAbout}>
            <DataTable
              caption={copy.othersTitle}
              columns={OTHERS}
              // What was set comes first.
              rows={others.toSorted(
                (one, other) => Number(one.origin === null) - Number(other.origin === null),
              )}
              keyOf={({ name }) => name}
              empty={null}
            />
          </Panel>
        </>
      )}
    </LoadedList>
  );
}

const OTHERS: readonly Column<OtherSetting>[] = [
  { key: "name", title: copy.name, cell: ({ name }) => <code>{name}</code> },
  { key: "value", title: copy.value, cell: ({ value }) => (value === "" ? copy.empty : value) },
  { key: "origin", title: copy.origin, cell: ({ origin }) => origin ?? copy.default },
  { key: "help", title: copy.meaning, isExtra: true, cell: ({ help }) => help },
];

type FormProps = { readonly settings: readonly SettingAnswer[]; readonly mayChange: boolean };

function Form({ settings, mayChange }: FormProps) {
  const client = useQueryClient();
  const send = useAdminCall();
  const [values, setValues] = useState(() =>
    Object.fromEntries(settings.map(({ name, value }) => [name, value])),
  );
  const [error, setError] = useState<string | null>(null);
  const { isBusy, run } = useDoing((failure) => setError(messageOf(failure)));
  const [isAsking, setAsking] = useState(false);
  const changed = settings.filter(({ name, value }) => values[name] !== value);
  const asking = changed.filter(({ asksPassword }) => asksPassword);

  async function change(password: string | null) {
    const chosen = changed.map(({ name, default: standard }) => {
      const value = values[name] ?? "";
      return [name, value === standard ? null : value];
    });
    await send("PUT", "settings", { settings: Object.fromEntries(chosen), password });
    setError(null);
    notify({ status: "success", message: copy.saved });
    // The program's name, and every figure of a year.
    void refreshAnswers(client);
    // The menu follows what the program uses.
    refreshUser();
  }

  async function save() {
    if (asking.length > 0) setAsking(true);
    else await change(null);
  }

  return (
    <Panel title={copy.title} detail={copy.about}>
      <PanelBody>
        <form
          className={css.settings}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void run(save);
          }}
          noValidate
        >
          {settings.map((setting) => (
            <Setting
              key={setting.name}
              setting={setting}
              value={values[setting.name] ?? ""}
              disabled={setting.fixedBy !== null || !mayChange}
              onChange={(value) => setValues({ ...values, [setting.name]: value })}
            />
          ))}
          <div role="alert">{error && <p className={css.error}>{error}</p>}</div>
          {mayChange && (
            <div className={css.filterButtons}>
              <Button type="submit" variant="primary" disabled={changed.length === 0} aria-busy={isBusy}>
                {copy.save}
              </Button>
            </div>
          )}
        </form>
      </PanelBody>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={copy.confirmTitle}
        action={copy.save}
        asksPassword
        onConfirm={change}
      >
        <p>{copy.confirmDetail(asking.map(({ name }) => copy.labels[name] ?? name))}</p>
      </ConfirmDialog>
    </Panel>
  );
}

type SettingProps = {
  readonly setting: SettingAnswer;
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
};

function Setting({ setting, value, disabled, onChange }: SettingProps) {
  const { name } = setting;
  const shared = { label: copy.labels[name] ?? name, hint: hintOf(setting), disabled };
  const options = copy.options[name];
  if (name === "modules") {
    return (
      <CheckList
        {...shared}
        choices={OPTIONAL_MODULES}
        chosen={value.split(",").filter((code) => code !== "")}
        onChange={(codes) => onChange(codes.join(","))}
      />
    );
  }
  if (options) return <Choice {...shared} value={value} onChange={onChange} options={options} />;
  return <Field {...shared} value={value} onChange={onChange} maxLength={1000} />;
}

/** A value as people read it. */
function shown(name: string, value: string): string {
  if (name === "modules" && OPTIONAL_MODULES.every((choice) => value.split(",").includes(choice.value)))
    return copy.all;
  return copy.options[name]?.find((option) => option.value === value)?.label ?? value;
}

function hintOf({ name, help, fixedBy, changedAt, changedBy, default: standard }: SettingAnswer): string {
  const origin =
    fixedBy !== null
      ? copy.fixed(fixedBy)
      : changedAt !== null
        ? copy.chosen(changedBy ?? "", formatTime(changedAt), shown(name, standard))
        : copy.standard;
  return `${help}. ${origin}`;
}
