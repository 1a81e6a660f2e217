import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { settings as copy } from "#texts/admin";
import { refreshAnswers } from "../../api/query";
import { refreshUser } from "../../api/session";
import type { OtherSetting, SettingAnswer } from "../../generated/wire";
import { Button } from "../../kit";
import { type Column, DataTable } from "../../kit/DataTable";
import { CheckList } from "../../kit/parts/CheckList";
import { ConfirmDialog } from "../../kit/parts/ConfirmDialog";
import { isPasswordRefused } from "../../kit/parts/errors";
import { Choice, Field } from "../../kit/parts/Field";
import { FormFaults } from "../../kit/parts/FormFaults";
import { LoadedList } from "../../kit/parts/LoadedList";
import { OPTIONAL_MODULES } from "../../kit/parts/modules";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { formatTime } from "../../kit/parts/time";
import { type FieldOf, useForm } from "../../kit/useForm";
import css from "./Admin.module.css";
import { useAdmin, useAdminCall } from "./useAdmin";

/** The settings that can be chosen while the server runs. */
export function SettingsPage({ mayChange }: { readonly mayChange: boolean }) {
  const list = useAdmin("settings");
  return (
    <LoadedList of={list}>
      {({ settings, others }) => (
        <>
          <Form settings={settings} mayChange={mayChange} />
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
  const [isAsking, setAsking] = useState(false);
  const changedOf = (values: Readonly<Record<string, string>>) =>
    settings.filter(({ name, value }) => values[name] !== value);
  const form = useForm<Readonly<Record<string, string>>>({
    from: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    save: (values, password) => {
      const chosen = changedOf(values).map(({ name, default: standard }) => {
        const value = values[name] ?? "";
        return [name, value === standard ? null : value];
      });
      return send("PUT", "settings", {
        settings: Object.fromEntries(chosen),
        password: password === "" ? null : password,
      });
    },
    saved: copy.saved,
    done: () => {
      // The program's name, and every figure of a year.
      void refreshAnswers(client);
      // The menu follows what the program uses.
      refreshUser();
    },
  });
  const asking = changedOf(form.values).filter(({ asksPassword }) => asksPassword);

  function submit(event: FormEvent) {
    if (asking.length === 0) return void form.submit(event);
    event.preventDefault();
    setAsking(true);
  }

  async function confirm(password: string) {
    try {
      await form.send(password);
    } catch (failure) {
      if (isPasswordRefused(failure)) throw failure;
      // What is wrong with a setting stands at its field, which nothing below an open dialog shows.
      flushSync(() => setAsking(false));
      form.fail(failure);
    }
  }

  return (
    <Panel title={copy.title} detail={copy.about}>
      <PanelBody>
        <form {...form.props} className={css.settings} onSubmit={submit}>
          {settings.map((setting) => (
            <Setting
              key={setting.name}
              setting={setting}
              field={form.field(setting.name)}
              disabled={setting.fixedBy !== null || !mayChange}
            />
          ))}
          <FormFaults of={form} />
          {mayChange && (
            <div className={css.filterButtons}>
              <Button type="submit" variant="primary" disabled={!form.isChanged} aria-busy={form.isBusy}>
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
        onConfirm={confirm}
      >
        <p>{copy.confirmDetail(asking.map(({ name }) => copy.labels[name] ?? name))}</p>
      </ConfirmDialog>
    </Panel>
  );
}

type SettingProps = {
  readonly setting: SettingAnswer;
  readonly field: FieldOf<string>;
  readonly disabled: boolean;
};

function Setting({ setting, field, disabled }: SettingProps) {
  const { name } = setting;
  const { value, onChange } = field;
  const shared = { ...field, label: copy.labels[name] ?? name, hint: hintOf(setting), disabled };
  const options = copy.options[name];
  if (name === "modules") {
    return (
      <CheckList
        {...shared}
        choices={OPTIONAL_MODULES}
        value={OPTIONAL_MODULES.map((module) => module.value).filter((code) =>
          value.split(",").includes(code),
        )}
        onChange={(codes) => onChange(codes.join(","))}
      />
    );
  }
  if (options) return <Choice {...shared} options={options} />;
  return <Field {...shared} maxLength={1000} />;
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
