import { type FormEvent, useCallback, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { pages as copy } from "#texts/session";
import { afterSignIn } from "../../api/paths";
import { oidcStart, useOidcOffer } from "../../api/session/oidc";
import { LOGIN_MAX, PASSWORD_FIELD, PASSWORD_MAX, SignInError, signIn } from "../../api/session/signIn";
import { firstView } from "../../api/session/store";
import type { SecondStep as Step } from "../../generated/wire";
import { Button, buttonClass, notify } from "../../kit";
import { lazyComponent } from "../../kit/lazy";
import { dismissToasts } from "../../kit/toasts";
import { Field } from "./Field";
import classes from "./LoginPage.module.css";
import { SessionPage } from "./SessionPage";

const SecondStep = lazyComponent(() => import("./SecondStep"));
const ForgottenPassword = lazyComponent(() => import("./ForgottenPassword"));

/** The sign-in page: a form, and a link to each provider. Both fields say at once when they are empty; Enter submits. */
export default function LoginPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [login, setLogin] = useState("");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<Step | null>(null);
  const [isForgotten, setForgotten] = useState(false);
  const loginRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const offer = useOidcOffer();
  const loginMissing = login.trim() === "";
  const passwordMissing = password.trim() === "";

  const again = useCallback(() => {
    setStep(null);
    setPassword("");
    setTried(false);
    setBusy(false);
  }, []);

  function go() {
    dismissToasts();
    navigate(afterSignIn(search.get("returnUrl"), firstView()), { replace: true });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    if (loginMissing || passwordMissing) {
      (loginMissing ? loginRef : passwordRef).current?.focus();
      return;
    }
    setBusy(true);
    try {
      const owed = await signIn(login.trim(), password);
      if (owed === null) return go();
      await SecondStep.load();
      dismissToasts();
      setStep(owed);
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      notify({ status: "error", message: error.message });
      setBusy(false);
      passwordRef.current?.focus();
    }
  }

  if (step !== null) return <SecondStep step={step} onSignedIn={go} onOver={again} />;
  if (isForgotten) return <ForgottenPassword login={login.trim()} onBack={() => setForgotten(false)} />;
  return (
    <SessionPage title={copy.loginTitle}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Field
          ref={loginRef}
          label={copy.loginField}
          value={login}
          onChange={setLogin}
          maxLength={LOGIN_MAX}
          autoComplete="username"
          error={tried && loginMissing ? copy.loginRequired : null}
        />
        <Field
          ref={passwordRef}
          type="password"
          label={copy.passwordField}
          value={password}
          onChange={setPassword}
          maxLength={offer?.longPasswords === false ? PASSWORD_FIELD : PASSWORD_MAX}
          autoComplete="off"
          error={tried && passwordMissing ? copy.passwordRequired : null}
        />
        <Button type="submit" variant="primary" size="lg" wide aria-busy={busy}>
          {copy.signIn}
        </Button>
      </form>
      {offer && offer.providers.length > 0 && (
        <div className={classes.providers}>
          <p className={classes.or}>{copy.or}</p>
          {offer.providers.map(({ name, label }) => (
            // The server answers this address, not the router.
            <a
              key={label}
              href={oidcStart(name, search.get("returnUrl"))}
              className={buttonClass({ variant: "secondary", size: "lg", wide: true })}
            >
              {label}
            </a>
          ))}
        </div>
      )}
      <p className={classes.forgotten}>
        {offer?.forgotten ? (
          <Button
            variant="ghost"
            onClick={async () => {
              await ForgottenPassword.load();
              setForgotten(true);
            }}
          >
            {copy.forgottenLink}
          </Button>
        ) : (
          copy.forgotten
        )}
      </p>
    </SessionPage>
  );
}
