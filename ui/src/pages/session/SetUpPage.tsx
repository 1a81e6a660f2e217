import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { session as copy, errors } from "#texts/page";
import { pages } from "#texts/session";
import { setUpCopy } from "#texts/setUp";
import { call } from "../../api/client";
import { HOME, pathTo } from "../../api/paths";
import { failureText } from "../../api/reason";
import { focusField, passwordFault } from "../../api/session/newPassword";
import { LOGIN_MAX, PASSWORD_MAX, SignInError, signIn } from "../../api/session/signIn";
import type { FirstAdministrator } from "../../generated/wire";
import { Button, notify } from "../../kit";
import { Field } from "./Field";
import classes from "./LoginPage.module.css";
import { Message } from "./MessagePages";
import pageClasses from "./MessagePages.module.css";
import { SessionPage } from "./SessionPage";

/** Makes the first administrator of an empty install, and signs in as it. */
export default function SetUpPage() {
  const navigate = useNavigate();
  const [form, setForm] = useState<FirstAdministrator>({ token: "", login: "", firstName: "", password: "" });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const set = (part: Partial<FirstAdministrator>) => setForm((before) => ({ ...before, ...part }));
  const missing = (value: string, field: string) => (value.trim() === "" ? pages.required(field) : null);
  const faults = {
    token: missing(form.token, setUpCopy.setUpToken),
    login: missing(form.login, pages.loginField),
    firstName: missing(form.firstName, pages.firstName),
    password: passwordFault(form.password),
  };
  const shown = (field: keyof typeof faults) => (tried ? faults[field] : null);

  useEffect(() => {
    const asked = new AbortController();
    call("GET", "api/auth/setup", undefined, { signal: asked.signal })
      .then(({ needed }) => setOver(!needed))
      // The form's own call says better what is wrong.
      .catch(() => undefined);
    return () => asked.abort();
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (busy) return;
    const firstFault = Object.values(faults).findIndex((fault) => fault !== null);
    if (firstFault >= 0) {
      focusField(event.currentTarget, firstFault);
      return;
    }
    setBusy(true);
    try {
      await call("POST", "api/auth/setup", form, { blocking: true });
      await signIn(form.login.trim(), form.password);
      navigate(pathTo(HOME), { replace: true });
    } catch (error) {
      const message = error instanceof SignInError ? error.message : failureText(error, errors.failed);
      notify({ status: "error", message });
      setBusy(false);
    }
  }

  if (isOver) return <Message title={copy.setUpTitle}>{setUpCopy.setUpOver}</Message>;
  return (
    <SessionPage title={copy.setUpTitle}>
      <p className={pageClasses.text}>{setUpCopy.setUpDetail}</p>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Field
          label={setUpCopy.setUpToken}
          value={form.token}
          onChange={(token) => set({ token })}
          autoComplete="off"
          error={shown("token")}
        />
        <Field
          label={pages.loginField}
          value={form.login}
          onChange={(login) => set({ login })}
          maxLength={LOGIN_MAX}
          autoComplete="username"
          error={shown("login")}
        />
        <Field
          label={pages.firstName}
          value={form.firstName}
          onChange={(firstName) => set({ firstName })}
          maxLength={100}
          autoComplete="given-name"
          error={shown("firstName")}
        />
        <Field
          type="password"
          label={`${pages.passwordField} (${pages.passwordRule})`}
          value={form.password}
          onChange={(password) => set({ password })}
          maxLength={PASSWORD_MAX}
          autoComplete="new-password"
          error={shown("password")}
        />
        <Button type="submit" variant="primary" size="lg" wide aria-busy={busy}>
          {setUpCopy.setUp}
        </Button>
      </form>
    </SessionPage>
  );
}
