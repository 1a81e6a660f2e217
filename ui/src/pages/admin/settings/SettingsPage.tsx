import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router-dom";
import { settings as copy } from "#texts/settings";
import { refreshAnswers } from "../../../api/query";
import { refreshUser } from "../../../api/session";
import type { FieldFault, SettingAnswer, SettingGroup } from "../../../generated/wire";
import { Button } from "../../../kit";
import { ConfirmDialog } from "../../../kit/parts/ConfirmDialog";
import { isPasswordRefused } from "../../../kit/parts/errors";
import { FormFaults } from "../../../kit/parts/FormFaults";
import { LoadedList } from "../../../kit/parts/LoadedList";
import { Panel, PanelBody } from "../../../kit/parts/Panel";
import { useForm } from "../../../kit/useForm";
import { useAdmin, useAdminCall } from "../useAdmin";
import { wear } from "./ColourSetting";
import { LogoSetting } from "./LogoSetting";
import { MailTrial } from "./MailTrial";
import { fieldNamed, Setting } from "./Setting";
import css from "./Settings.module.css";

/** The settings that can be chosen while the server runs, by what they are about. */
export default function SettingsPage({ mayChange }: { readonly mayChange: boolean }) {
  const list = useAdmin("settings");
  return (
    <LoadedList of={list}>{({ settings }) => <Form settings={settings} mayChange={mayChange} />}</LoadedList>
  );
}

/** A setting is named as on the page, wherever its fault is shown. */
function nameOf({ field, text }: FieldFault): string | undefined {
  const label = copy.labels[field ?? ""];
  return label === undefined ? undefined : `${label}: ${text}`;
}

type FormProps = { readonly settings: readonly SettingAnswer[]; readonly mayChange: boolean };

/** Moves the focus to the setting that the address names. */
function useNamedSetting(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is followed again moves it again.
  useEffect(() => {
    if (hash === "") return;
    // The page has the focus first, as on every arrival.
    const frame = requestAnimationFrame(() => {
      const field = fieldNamed(hash.slice(1));
      field?.scrollIntoView({ block: "center" });
      field?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key]);
}

function Form({ settings, mayChange }: FormProps) {
  const client = useQueryClient();
  const send = useAdminCall();
  useNamedSetting();
  const [isAsking, setAsking] = useState(false);
  const [isTrying, setTrying] = useState(false);
  const from = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
  const changedOf = (values: Readonly<Record<string, string>>) =>
    settings.filter(({ name, value }) => values[name] !== value);
  const form = useForm<Readonly<Record<string, string>>>({
    from,
    nameOf,
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
    done: (values) => {
      wear(values.accent_color ?? "");
      // The program's name, and every figure of a year.
      void refreshAnswers(client);
      // The menu follows what the program uses.
      refreshUser();
    },
  });
  const changed = changedOf(form.values);
  const asking = changed.filter(({ asksPassword }) => asksPassword);
  const groups = [...new Set(settings.map(({ group }) => group))];

  function submit(event: FormEvent) {
    if (asking.length === 0) return void form.submit(event);
    event.preventDefault();
    setAsking(true);
  }

  function discard() {
    form.set(from);
    // The button goes, and the focus would go with it.
    fieldNamed(changed[0]?.name ?? "")?.focus({ preventScroll: true });
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

  const isMailSetUp = settings.some(({ name, value }) => name === "smtp_host" && value !== "");
  const ofGroup = (group: SettingGroup) => settings.filter((setting) => setting.group === group);
  return (
    <>
      <form {...form.props} className={css.form} onSubmit={submit}>
        {groups.map((group) => (
          <Panel
            key={group}
            title={copy.groups[group].title}
            detail={copy.groups[group].about}
            actions={
              group === "mail" &&
              mayChange &&
              isMailSetUp && <Button onClick={() => setTrying(true)}>{copy.tryMail}</Button>
            }
          >
            <PanelBody>
              {ofGroup(group).map((setting) => (
                <Setting
                  key={setting.name}
                  setting={setting}
                  field={form.field(setting.name)}
                  disabled={setting.fixedBy !== null || !mayChange}
                />
              ))}
              {group === "program" && <LogoSetting disabled={!mayChange} />}
            </PanelBody>
          </Panel>
        ))}
        <FormFaults of={form} />
        {mayChange && (
          <div className={css.bar} data-changed={form.isChanged || undefined}>
            <p role="status">{form.isChanged ? copy.changes(changed.length) : copy.about}</p>
            {form.isChanged && <Button onClick={discard}>{copy.discard}</Button>}
            <Button type="submit" variant="primary" disabled={!form.isChanged} aria-busy={form.isBusy}>
              {copy.save}
            </Button>
          </div>
        )}
      </form>
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
      <MailTrial open={isTrying} onClose={() => setTrying(false)} />
    </>
  );
}
