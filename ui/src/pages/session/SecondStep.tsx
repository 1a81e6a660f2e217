import { useEffect, useState } from "react";
import { secondFactor as copy } from "#texts/secondFactor";
import { pages } from "#texts/session";
import {
  beginSetUp,
  CODE_MAX,
  confirmSetUp,
  enter,
  giveCode,
  OverError,
} from "../../api/session/secondFactor";
import { SignInError } from "../../api/session/signIn";
import type { SetUp, SetUpAnswer, SecondStep as Step } from "../../generated/wire";
import { Button, notify } from "../../kit";
import { RecoveryCodes } from "../../kit/parts/RecoveryCodes";
import { QrCode } from "../../kit/QrCode";
import { useOnce } from "../../kit/useOnce";
import { Field } from "./Field";
import classes from "./LoginPage.module.css";
import pageClasses from "./MessagePages.module.css";
import { SessionPage } from "./SessionPage";

type SecondStepProps = {
  readonly step: Step;
  /** The session has begun. */
  readonly onSignedIn: () => void;
  /** The password has to be given again. */
  readonly onOver: () => void;
};

/** What comes after the password: a code, or a device to set up first. */
export default function SecondStep({ step, ...rest }: SecondStepProps) {
  return step === "code" ? <Code {...rest} /> : <Device {...rest} />;
}

type StepProps = Omit<SecondStepProps, "step">;

function Code({ onSignedIn, onOver }: StepProps) {
  const send = async (code: string) => {
    await giveCode(code);
    onSignedIn();
  };
  return (
    <SessionPage title={copy.codeTitle}>
      <p className={pageClasses.text}>{copy.codeDetail}</p>
      <CodeForm label={copy.code} action={pages.signIn} send={send} onOver={onOver} />
    </SessionPage>
  );
}

function Device({ onSignedIn, onOver }: StepProps) {
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [done, setDone] = useState<SetUpAnswer | null>(null);

  useEffect(() => {
    const asked = new AbortController();
    beginSetUp(asked.signal)
      .then(setSetUp)
      .catch((error) => {
        if (asked.signal.aborted) return;
        notify({ status: "error", message: messageOf(error) });
        onOver();
      });
    return () => asked.abort();
  }, [onOver]);

  if (done) {
    const go = () => {
      enter(done);
      onSignedIn();
    };
    return (
      <SessionPage title={copy.codesTitle}>
        <div className={classes.form}>
          <RecoveryCodes codes={done.codes} />
          <Button variant="primary" size="lg" wide onClick={go}>
            {copy.go}
          </Button>
        </div>
      </SessionPage>
    );
  }
  return (
    <SessionPage title={copy.setUpTitle}>
      <p className={pageClasses.text}>
        {copy.setUpRequired} {copy.setUpDetail}
      </p>
      {setUp && (
        <>
          <QrCode qr={setUp.qr} label={copy.qr} />
          <p className={classes.forgotten}>
            {copy.secret}: <code className={classes.secret}>{inFours(setUp.secret)}</code>
          </p>
          <CodeForm
            label={copy.setUpCode}
            action={copy.confirm}
            send={async (code) => setDone(await confirmSetUp(setUp.ticket, code))}
            onOver={onOver}
          />
        </>
      )}
    </SessionPage>
  );
}

/** A key in parts that are easy to type. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");

type CodeFormProps = {
  readonly label: string;
  readonly action: string;
  readonly send: (code: string) => Promise<void>;
  readonly onOver: () => void;
};

function CodeForm({ label, action, send, onOver }: CodeFormProps) {
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const [isBusy, once] = useOnce();
  const isMissing = code.trim() === "";

  const submit = () =>
    once(async () => {
      setTried(true);
      if (isMissing) return;
      try {
        await send(code);
      } catch (error) {
        notify({ status: "error", message: messageOf(error) });
        setCode("");
        setTried(false);
        if (error instanceof OverError) onOver();
      }
    });

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label={label}
        value={code}
        onChange={setCode}
        maxLength={CODE_MAX}
        autoComplete="one-time-code"
        hasFocus
        error={tried && isMissing ? copy.codeRequired : null}
      />
      <Button type="submit" variant="primary" size="lg" wide aria-busy={isBusy}>
        {action}
      </Button>
      <Button variant="ghost" size="lg" wide onClick={onOver}>
        {copy.otherUser}
      </Button>
    </form>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof SignInError) return error.message;
  throw error;
}
