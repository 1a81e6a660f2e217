import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { session as copy, errors } from "#texts/page";
import { pages } from "#texts/session";
import { afterSignIn } from "../../api/paths";
import { handOutOidcReturn, holdsOidcReturn } from "../../api/session/oidc";
import { SignInError, signInByOidc } from "../../api/session/signIn";
import { firstView } from "../../api/session/store";
import { notify } from "../../kit";
import { Message } from "./MessagePages";
import { SessionPage } from "./SessionPage";

/** Where a provider sends the browser back, whose address no longer has what the provider gave. */
export default function OidcPage() {
  const navigate = useNavigate();
  const [complete] = useState(holdsOidcReturn);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    const returned = handOutOidcReturn();
    if (!returned) return;
    signInByOidc(returned).then(
      (returnUrl) => navigate(afterSignIn(returnUrl, firstView()), { replace: true }),
      (error: unknown) => {
        const message = error instanceof SignInError ? error.message : errors.failed;
        notify({ status: "error", message });
        setFailure(message);
      },
    );
  }, [navigate]);

  if (!complete) return <Message title={copy.ssoTitle}>{pages.oidcFailures.oidc_again}</Message>;
  if (failure) return <Message title={copy.ssoTitle}>{failure}</Message>;
  return (
    <SessionPage title={copy.ssoTitle}>
      <p role="status">{pages.ssoRunning}</p>
    </SessionPage>
  );
}
