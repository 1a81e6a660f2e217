import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { choosePasswordCopy } from "#texts/choosePassword";
import { session as copy, errors } from "#texts/page";
import { pages } from "#texts/session";
import { ApiError, call } from "../../api/client";
import { pathTo } from "../../api/paths";
import { failureText } from "../../api/reason";
import { focusField, passwordFault } from "../../api/session/newPassword";
import { PASSWORD_MAX } from "../../api/session/signIn";
import type { LinkOwner } from "../../generated/wire";
import { Button, notify } from "../../kit";
import { Field } from "./Field";
import classes from "./LoginPage.module.css";
import { Message } from "./MessagePages";
import pageClasses from "./MessagePages.module.css";
import { SessionPage } from "./SessionPage";

/** Where the user of a single-use link chooses a password. The secret is behind the #, which browsers send to nobody. */
export default function ChoosePasswordPage() {
  const navigate = useNavigate();
  const [secret] = useState(() => window.location.hash.replace(/^#/, ""));
  const [owner, setOwner] = useState<LinkOwner | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const fault = passwordFault(password);
  const differ = fault === null && password !== repeated ? choosePasswordCopy.passwordsDiffer : null;

  useEffect(() => {
    const asked = new AbortController();
    call("POST", "api/auth/password-link/check", { secret }, { signal: asked.signal, blocking: true })
      .then(setOwner)
      .catch((error) => !asked.signal.aborted && setRefused(messageOf(error)));
    return () => asked.abort();
  }, [secret]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (busy) return;
    if (fault !== null || differ !== null) {
      focusField(event.currentTarget, fault !== null ? 0 : 1);
      return;
    }
    setBusy(true);
    try {
      await call("POST", "api/auth/password-link", { secret, password }, { blocking: true });
      notify({ status: "success", message: choosePasswordCopy.passwordSet });
      navigate(pathTo("login"), { replace: true });
    } catch (error) {
      notify({ status: "error", message: messageOf(error) });
      setBusy(false);
    }
  }

  if (refused !== null) return <Message title={copy.choosePasswordTitle}>{refused}</Message>;
  if (owner === null) return null;
  return (
    <SessionPage title={copy.choosePasswordTitle}>
      <p className={pageClasses.text}>{choosePasswordCopy.choosePasswordFor(owner.firstName, owner.login)}</p>
      <form className={classes.form} onSubmit={submit} noValidate>
        {/* Password managers store the login with the new password. */}
        <input type="hidden" name="username" autoComplete="username" value={owner.login} />
        <Field
          type="password"
          label={`${pages.passwordField} (${pages.passwordRule})`}
          value={password}
          onChange={setPassword}
          maxLength={PASSWORD_MAX}
          autoComplete="new-password"
          error={tried ? fault : null}
        />
        <Field
          type="password"
          label={choosePasswordCopy.repeatPassword}
          value={repeated}
          onChange={setRepeated}
          maxLength={PASSWORD_MAX}
          autoComplete="new-password"
          error={tried ? differ : null}
        />
        <Button type="submit" variant="primary" size="lg" wide aria-busy={busy}>
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
