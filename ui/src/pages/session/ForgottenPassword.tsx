import { useState } from "react";
import { errors } from "#texts/page";
import { secondFactor as copy } from "#texts/secondFactor";
import { pages } from "#texts/session";
import { ApiError, call } from "../../api/client";
import { LOGIN_MAX } from "../../api/session/signIn";
import { Button } from "../../kit";
import { FormFaults } from "../../kit/parts/FormFaults";
import { useForm } from "../../kit/useForm";
import { Field } from "./Field";
import classes from "./LoginPage.module.css";
import pageClasses from "./MessagePages.module.css";
import { SessionPage } from "./SessionPage";

type ForgottenPasswordProps = {
  /** What was typed as the login. */
  readonly login: string;
  readonly onBack: () => void;
};

/** Asks for a link to choose another password. What is said afterwards is the same whether there is such a login. */
export default function ForgottenPassword({ login, onBack }: ForgottenPasswordProps) {
  const [isSent, setSent] = useState(false);
  const form = useForm({
    from: { login },
    check: ({ login }) => ({ login: login.trim() === "" ? pages.loginRequired : null }),
    save: async ({ login }) => {
      try {
        await call("POST", "api/auth/forgotten-password", { login }, { blocking: true });
      } catch (error) {
        throw new Error(error instanceof ApiError && error.status === 429 ? copy.tooOften : errors.failed);
      }
    },
    done: () => setSent(true),
  });
  return (
    <SessionPage title={copy.forgottenTitle}>
      <div role="status">{isSent && <p className={pageClasses.text}>{copy.sent}</p>}</div>
      {!isSent && (
        <>
          <p className={pageClasses.text}>{copy.forgottenDetail}</p>
          <form {...form.props} className={classes.form}>
            <Field
              label={pages.loginField}
              {...form.field("login")}
              maxLength={LOGIN_MAX}
              autoComplete="username"
            />
            <FormFaults of={form} isTight />
            <Button type="submit" variant="primary" size="lg" wide aria-busy={form.isBusy}>
              {copy.send}
            </Button>
          </form>
        </>
      )}
      <p className={classes.forgotten}>
        <Button variant="ghost" onClick={onBack}>
          {copy.back}
        </Button>
      </p>
    </SessionPage>
  );
}
