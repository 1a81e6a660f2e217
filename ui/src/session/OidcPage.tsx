import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { session as copy, errors } from "../copy";
import { notify } from "../kit";
import { afterSignIn } from "../paths";
import { pages } from "./copy";
import { Message } from "./MessagePages";
import { handOutOidcReturn, holdsOidcReturn } from "./oidc";
import { SessionPage } from "./SessionPage";
import { SignInError, signInByOidc } from "./signIn";
import { firstView } from "./store";

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
