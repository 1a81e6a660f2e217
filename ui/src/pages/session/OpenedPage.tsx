import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { openedCopy } from "#texts/opened";
import { session as copy, errors } from "#texts/page";
import { pages } from "#texts/session";
import { ApiError, call } from "../../api/client";
import { afterSignIn } from "../../api/paths";
import { failureText } from "../../api/reason";
import { beginSession, firstView } from "../../api/session/store";
import { Message } from "./MessagePages";
import { SessionPage } from "./SessionPage";

/** What `bond demo --open` opens: it signs in with what is behind the #, once. */
export default function OpenedPage() {
  const navigate = useNavigate();
  const [refused, setRefused] = useState<string | null>(null);
  const isSent = useRef(false);

  useEffect(() => {
    // React may run an effect twice, and the link works once.
    if (isSent.current) return;
    isSent.current = true;
    const secret = window.location.hash.replace(/^#/, "");
    call("POST", "api/auth/opened", { secret }, { blocking: true }).then(
      ({ token, user }) => {
        beginSession(token, user);
        // In the place of the link, which is no use in the history.
        navigate(afterSignIn(null, firstView()), { replace: true });
      },
      (error: unknown) => setRefused(messageOf(error)),
    );
  }, [navigate]);

  if (refused !== null) return <Message title={copy.setUpTitle}>{refused}</Message>;
  return (
    <SessionPage title={copy.setUpTitle}>
      <p role="status">{pages.ssoRunning}</p>
    </SessionPage>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 404 && error.body) return openedCopy.gone;
  return failureText(error, errors.failed);
}
