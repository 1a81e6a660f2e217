import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { session as copy } from "#texts/page";
import { pages } from "#texts/session";
import { setUpCopy } from "#texts/setUp";
import { call } from "../../api/client";
import { HOME, pathTo } from "../../api/paths";
import { passwordFault } from "../../api/session/newPassword";
import { LOGIN_MAX, PASSWORD_MAX, SignInError, signIn } from "../../api/session/signIn";
import type { FirstAdministrator } from "../../generated/wire";
import { Button, notify } from "../../kit";
import { FormFaults } from "../../kit/parts/FormFaults";
import { dismissToasts } from "../../kit/toasts";
import { useForm } from "../../kit/useForm";
import { Field } from "./Field";
import classes from "./LoginPage.module.css";
import { Message } from "./MessagePages";
import pageClasses from "./MessagePages.module.css";
import { SessionPage } from "./SessionPage";
import { useNewPassword } from "./useNewPassword";

/** Makes the first administrator of an empty install, and signs in as it. */
export default function SetUpPage() {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  // The link that the server printed has it behind the #, which browsers send to nobody.
  const [linked] = useState(() => window.location.hash.replace(/^#/, ""));
  const missing = (value: string, field: string) => (value.trim() === "" ? pages.required(field) : null);
  const form = useForm<FirstAdministrator>({
    from: { token: linked, login: "", firstName: "", password: "" },
    check: ({ token, login, firstName, password }) => ({
      token: missing(token, setUpCopy.setUpToken),
      login: missing(login, pages.loginField),
      firstName: missing(firstName, pages.firstName),
      password: passwordFault(password),
    }),
    save: (first) => call("POST", "api/auth/setup", first, { blocking: true }),
    done: async ({ login, password }) => {
      try {
        const owed = await signIn(login.trim(), password);
        dismissToasts();
        // The settings demand a second factor, which the sign-in page sets up.
        navigate(pathTo(owed === null ? HOME : "login"), { replace: true });
      } catch (error) {
        if (!(error instanceof SignInError)) throw error;
        notify({ status: "error", message: error.message });
      }
    },
  });

  const passwordNow = useNewPassword(form.values.password, form.values.login);

  useEffect(() => {
    const asked = new AbortController();
    call("GET", "api/auth/setup", undefined, { signal: asked.signal })
      .then(({ needed }) => setOver(!needed))
      // The form's own call says better what is wrong.
      .catch(() => undefined);
    return () => asked.abort();
  }, []);

  if (isOver) return <Message title={copy.setUpTitle}>{setUpCopy.setUpOver}</Message>;
  return (
    <SessionPage title={copy.setUpTitle}>
      <p className={pageClasses.text}>{setUpCopy.setUpDetail}</p>
      <form {...form.props} className={classes.form}>
        <Field label={setUpCopy.setUpToken} {...form.field("token")} autoComplete="off" />
        <Field
          label={pages.loginField}
          {...form.field("login")}
          maxLength={LOGIN_MAX}
          autoComplete="username"
        />
        <Field
          label={pages.firstName}
          {...form.field("firstName")}
          maxLength={100}
          autoComplete="given-name"
        />
        <Field
          type="password"
          label={`${pages.passwordField} (${pages.passwordRule})`}
          {...form.field("password")}
          error={form.field("password").error ?? passwordNow}
          maxLength={PASSWORD_MAX}
          autoComplete="new-password"
        />
        <FormFaults of={form} isTight />
        <Button type="submit" variant="primary" size="lg" wide aria-busy={form.isBusy}>
          {setUpCopy.setUp}
        </Button>
      </form>
    </SessionPage>
  );
}
