import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { SsoQuestion } from "../api/generated/wire";
import { session as copy, errors } from "../copy";
import { Button, notify } from "../kit";
import { afterSignIn } from "../paths";
import { pages } from "./copy";
import { Message } from "./MessagePages";
import { SessionPage } from "./SessionPage";
import classes from "./SsoPage.module.css";
import { SignInError, signInBySso } from "./signIn";
import { ssoCopy } from "./ssoCopy";
import { handOutSsoLink, holdsSsoLink, type SsoLink } from "./ssoLink";
import { firstView } from "./store";

/** A link that waits for the user to confirm it. */
type Asked = { link: SsoLink; question: SsoQuestion };

/** The target of a single sign-on link, whose parameters have already been removed from the address. */
export default function SsoPage() {
  const navigate = useNavigate();
  const [complete] = useState(holdsSsoLink);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [ended, setEnded] = useState<string | null>(null);

  function follow(link: SsoLink, confirmed: boolean) {
    signInBySso(link, confirmed).then(
      (question) => {
        if (question) setAsked({ link, question });
        else navigate(afterSignIn(null, firstView()), { replace: true });
      },
      (error: unknown) => {
        const message = error instanceof SignInError ? error.message : errors.failed;
        notify({ status: "error", message });
        setEnded(message);
      },
    );
  }
  const followed = useRef(follow);
  followed.current = follow;

  useEffect(() => {
    const link = handOutSsoLink();
    if (link) followed.current(link, false);
  }, []);

  if (!complete) return <Message title={copy.ssoTitle}>{ssoCopy.ssoIncomplete}</Message>;
  if (ended) return <Message title={copy.ssoTitle}>{ended}</Message>;
  if (asked) {
    const confirm = () => {
      setAsked(null);
      follow(asked.link, true);
    };
    return (
      <Question
        question={asked.question}
        onConfirm={confirm}
        onCancel={() => setEnded(ssoCopy.ssoCancelled)}
      />
    );
  }
  return (
    <SessionPage title={copy.ssoTitle}>
      <p role="status">{pages.ssoRunning}</p>
    </SessionPage>
  );
}

type QuestionProps = { question: SsoQuestion; onConfirm: () => void; onCancel: () => void };

/** Asks whether the user is the one whom the link names: somebody else may have sent it. */
function Question({ question, onConfirm, onCancel }: QuestionProps) {
  const text = useRef<HTMLParagraphElement>(null);
  // So that screen readers read it, and the next key is on the way to the buttons.
  useLayoutEffect(() => text.current?.focus(), []);
  return (
    <SessionPage title={ssoCopy.ssoConfirm(question.firstName)}>
      <p ref={text} tabIndex={-1} className={classes.text}>
        {ssoCopy.ssoConfirmText(question.login)}
      </p>
      <div className={classes.buttons}>
        <Button variant="primary" size="lg" wide onClick={onConfirm}>
          {ssoCopy.ssoContinue}
        </Button>
        <Button size="lg" wide onClick={onCancel}>
          {ssoCopy.ssoCancel}
        </Button>
      </div>
    </SessionPage>
  );
}
