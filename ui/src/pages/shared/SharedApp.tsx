import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from "react";
import { type Navigator, Router } from "react-router-dom";
import { shared as copy } from "#texts/shared";
import { ApiError, answerBy } from "../../api/client";
import { type GuardedRoute, screenRoute, titles } from "../../api/pages";
import { FILTERS_PARAM, pathTo, VIEW_PARAM } from "../../api/paths";
import { reasonOf } from "../../api/reason";
import type { SharedScreen } from "../../generated/wire";
import { Button, ErrorState } from "../../kit";
import { Logo } from "../../kit/Logo";
import { type DeclaredScreen, declarationOf } from "../dashboards/declared";
import { Field } from "../session/Field";
import { SharedPage } from "./SharedPage";
import css from "./shared.module.css";
import { answersOf, openLink } from "./visit";

type Shown = {
  readonly shown: SharedScreen;
  readonly route: GuardedRoute;
  readonly screen: DeclaredScreen;
};

type State =
  | { readonly kind: "opening" }
  /** `why` is the server's word for what is wrong with the password. */
  | { readonly kind: "asks"; readonly why: string }
  | { readonly kind: "shown"; readonly of: Shown }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly reason: string | undefined };

/** What the page shows after an opening that failed. */
function stateOf(error: unknown): State {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 404 || error.status === 400) return { kind: "gone" };
  const { body } = error;
  if (body?.error === "link_password") return { kind: "asks", why: body.error_description ?? "missing" };
  return { kind: "failed", reason: reasonOf(error) };
}

/** A link, from its opening to what it shows. */
export function SharedApp({ secret }: { readonly secret: string }) {
  const [state, setState] = useState<State>({ kind: "opening" });
  const open = useCallback(
    async (password?: string) => {
      try {
        const shown = await openLink(secret, password);
        const route = screenRoute(shown.route);
        const screen = route && (await declarationOf(route, shown.poll?.id));
        if (!screen) return setState({ kind: "gone" });
        // The page does not keep the password: after the visit it asks again.
        const reopen = async () => {
          try {
            return await openLink(secret);
          } catch (error) {
            setState(stateOf(error));
            throw error;
          }
        };
        answerBy(answersOf(shown, reopen, () => setState({ kind: "gone" })));
        setState({ kind: "shown", of: { shown, route, screen } });
      } catch (error) {
        setState(stateOf(error));
      }
    },
    [secret],
  );
  useEffect(() => {
    void open();
  }, [open]);
  switch (state.kind) {
    case "opening":
      return null;
    case "asks":
      return <PasswordForm why={state.why} onOpen={open} />;
    case "shown":
      return <Screen {...state.of} />;
    case "gone":
      return (
        <Alone>
          <h1 className={css.message}>{copy.gone}</h1>
        </Alone>
      );
    case "failed":
      return (
        <Alone>
          <ErrorState title={copy.failed} detail={state.reason} onRetry={() => void open()} />
        </Alone>
      );
  }
}

/** A page with little on it. */
function Alone({ children }: { readonly children: ReactNode }) {
  return (
    <main className={css.alone}>
      <div>{children}</div>
    </main>
  );
}

type PasswordFormProps = {
  readonly why: string;
  readonly onOpen: (password: string) => Promise<void>;
};

function PasswordForm({ why, onOpen }: PasswordFormProps) {
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const missing = isTried && password === "" ? copy.required : null;
  const refused = why === "blocked" ? copy.blocked : why === "wrong" ? copy.wrong : null;
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(password === "");
    if (password === "" || isBusy) return;
    setBusy(true);
    await onOpen(password);
    setBusy(false);
    setPassword("");
  }
  return (
    <Alone>
      <p className={css.brand}>
        <Logo />
      </p>
      <h1>{copy.locked}</h1>
      <p className={css.text}>{copy.asks}</p>
      <form className={css.form} onSubmit={submit} noValidate>
        <Field
          type="password"
          label={copy.password}
          value={password}
          onChange={setPassword}
          maxLength={30}
          autoComplete="off"
          error={missing ?? (password === "" ? refused : null)}
        />
        <Button type="submit" variant="primary" size="lg" wide aria-busy={isBusy}>
          {copy.show}
        </Button>
      </form>
    </Alone>
  );
}

const stay = () => undefined;

/** The address is fixed: a reader's choices, such as the order of rows, are not written to it. */
const NOWHERE: Navigator = { createHref: () => "", go: stay, push: stay, replace: stay };

/** The screen, with an address of its own: what its parts read from the address comes from the link. */
function Screen({ shown, route, screen }: Shown) {
  const search = new URLSearchParams({ [FILTERS_PARAM]: shown.filters });
  if (shown.blocks) search.set(VIEW_PARAM, shown.blocks);
  return (
    <Router location={pathTo(route, search)} navigator={NOWHERE}>
      <SharedPage shown={shown} title={titles[route]} screen={screen} />
    </Router>
  );
}
