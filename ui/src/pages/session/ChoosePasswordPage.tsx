import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { choosePasswordCopy } from "#texts/choosePassword";
import { session as copy, errors } from "#texts/page";
import { pages } from "#texts/session";
import { ApiError, call } from "../../api/client";
import { pathTo } from "../../api/paths";
import { failureText } from "../../api/reason";
import { passwordFault } from "../../api/session/newPassword";
import { PASSWORD_MAX } from "../../api/session/signIn";
import type { LinkOwner } from "../../generated/wire";
import { Button } from "../../kit";
import { FormFaults } from "../../kit/parts/FormFaults";
import { useForm } from "../../kit/useForm";
import { Field } from "./Field";
import classes from "./LoginPage.module.css";
import { Message } from "./MessagePages";
import pageClasses from "./MessagePages.module.css";
import { SessionPage } from "./SessionPage";
import { useNewPassword } from "./useNewPassword";

/** Where the user of a single-use link chooses a password. The secret is behind the #, which browsers send to nobody. */
export default function ChoosePasswordPage() {
  const navigate = useNavigate();
  const [secret] = useState(() => window.location.hash.replace(/^#/, ""));
  const [owner, setOwner] = useState<LinkOwner | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useForm({
    from: { password: "", repeated: "" },
    check: ({ password, repeated }) => {
      const fault = passwordFault(password);
      const differ = fault === null && password !== repeated;
      return { password: fault, repeated: differ ? choosePasswordCopy.passwordsDiffer : null };
    },
    save: ({ password }) => call("POST", "api/auth/password-link", { secret, password }, { blocking: true }),
    saved: choosePasswordCopy.passwordSet,
    done: () => navigate(pathTo("login"), { replace: true }),
  });

  const passwordNow = useNewPassword(form.values.password, owner?.login ?? "");

  useEffect(() => {
    const asked = new AbortController();
    call("POST", "api/auth/password-link/check", { secret }, { signal: asked.signal, blocking: true })
      .then(setOwner)
      .catch((error) => !asked.signal.aborted && setRefused(messageOf(error)));
    return () => asked.abort();
  }, [secret]);

  if (refused !== null) return <Message title={copy.choosePasswordTitle}>{refused}</Message>;
  if (owner === null) return null;
  return (
    <SessionPage title={copy.choosePasswordTitle}>
      <p className={pageClasses.text}>{choosePasswordCopy.choosePasswordFor(owner.firstName, owner.login)}</p>
      <form {...form.props} className={classes.form}>
        {/* Password managers store the login with the new password. */}
        <input type="hidden" name="username" autoComplete="username" value={owner.login} />
        <Field
          type="password"
          label={`${pages.passwordField} (${pages.passwordRule})`}
          {...form.field("password")}
          error={form.field("password").error ?? passwordNow}
          maxLength={PASSWORD_MAX}
          autoComplete="new-password"
        />
        <Field
          type="password"
          label={choosePasswordCopy.repeatPassword}
          {...form.field("repeated")}
          maxLength={PASSWORD_MAX}
          autoComplete="new-password"
        />
        <FormFaults of={form} isTight />
        <Button type="submit" variant="primary" size="lg" wide aria-busy={form.isBusy}>
          {choosePasswordCopy.setPassword}
        </Button>
      </form>
    </SessionPage>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 404 && error.body) return choosePasswordCopy.linkRefused;
  return failureText(error, errors.failed);
}
