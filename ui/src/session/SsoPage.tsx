import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { session as copy, errors } from "../copy";
import { notify } from "../kit";
import { HOME, pathTo } from "../paths";
import { Message } from "./MessagePages";
import { SessionPage } from "./SessionPage";
import { SignInError, signInBySso } from "./signIn";
import { handOutSsoLink, holdsSsoLink } from "./ssoLink";

/** The target of a single sign-on link, whose parameters have already been removed from the address. */
export default function SsoPage() {
  const navigate = useNavigate();
  const [complete] = useState(holdsSsoLink);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    const link = handOutSsoLink();
    if (!link) return;
    signInBySso(link).then(
      () => navigate(pathTo(HOME), { replace: true }),
      (error: unknown) => {
        const message = error instanceof SignInError ? error.message : errors.failed;
        notify({ status: "error", message });
        setFailure(message);
      },
    );
  }, [navigate]);

  if (!complete) return <Message title={copy.ssoTitle}>{copy.ssoIncomplete}</Message>;
  if (failure) return <Message title={copy.ssoTitle}>{failure}</Message>;
  return (
    <SessionPage title={copy.ssoTitle}>
      <p role="status">{copy.ssoRunning}</p>
    </SessionPage>
  );
}
