import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { session as copy, errors } from "#texts/page";
import { pages } from "#texts/session";
import { ssoCopy } from "#texts/sso";
import { afterSignIn } from "../../api/paths";
import { SignInError, signInBySso } from "../../api/session/signIn";
import { handOutSsoLink, holdsSsoLink, type SsoLink } from "../../api/session/ssoLink";
import { firstView } from "../../api/session/store";
import type { SsoQuestion } from "../../generated/wire";
import { Button, notify } from "../../kit";
import { Message } from "./MessagePages";
import { SessionPage } from "./SessionPage";
import classes from "./SsoPage.module.css";

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
