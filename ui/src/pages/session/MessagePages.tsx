import { type ReactNode, useEffect } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { session as copy, errors } from "#texts/page";
import { pages } from "#texts/session";
import { HOME, knownRoute, pathTo, titles } from "../../api/paths";
import { OIDC_SIGN_OUT, useOidcOffer } from "../../api/session/oidc";
import { acknowledgeEnd } from "../../api/session/store";
import { buttonClass, classNames } from "../../kit";
import classes from "./MessagePages.module.css";
import { SessionPage } from "./SessionPage";

const linkClass = buttonClass({ variant: "primary", size: "lg", wide: true });

/** After signing out. The session with a provider goes on, unless the user ends it there, too. */
export function SignedOutPage() {
  const offer = useOidcOffer();
  return (
    <Message
      title={copy.signedOutTitle}
      further={offer?.signOutLabel && <ProviderSignOut label={offer.signOutLabel} />}
    >
      {pages.signedOut}
    </Message>
  );
}

function ProviderSignOut({ label }: { label: string }) {
  return (
    <a href={OIDC_SIGN_OUT} className={classNames(buttonClass({ size: "lg", wide: true }), classes.further)}>
      {pages.oidcSignOut(label)}
    </a>
  );
}

/** When a session is required. */
export function Error401Page() {
  return <Message title={copy.signedOutTitle}>{pages.error401}</Message>;
}

/** When the session's time has run out. */
export function ExpiredPage() {
  return <Message title={copy.expiredTitle}>{pages.expired}</Message>;
}

/** At an unknown address. */
export function NotFoundPage() {
  return (
    <SessionPage title={errors.notFoundTitle}>
      <p className={classes.text}>{pages.notFound}</p>
      <Link to={pathTo(HOME)} className={linkClass}>
        {titles[HOME]}
      </Link>
    </SessionPage>
  );
}

type MessageProps = {
  title: string;
  children: ReactNode;
  /** Below the link. */
  further?: ReactNode;
};

/** A message and a link to the sign-in page, which passes the requested address on. */
export function Message({ title, children, further }: MessageProps) {
  useEffect(acknowledgeEnd, []);
  return (
    <SessionPage title={title}>
      <p className={classes.text}>{children}</p>
      <SignInLink />
      {further}
    </SessionPage>
  );
}

function SignInLink() {
  const [search] = useSearchParams();
  const returnUrl = search.get("returnUrl");
  const query = returnUrl && knownRoute(returnUrl) ? new URLSearchParams({ returnUrl }) : undefined;
  return (
    <Link to={pathTo("login", query)} className={linkClass}>
      {pages.signInLink}
    </Link>
  );
}
