import { Fragment, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { keyboard as copy } from "#texts/keyboard";
import { ACCOUNT, pathTo } from "../../api/paths";
import css from "./Keyboard.module.css";
import { useHasShortcuts } from "./openLayer";
import type { Shortcut } from "./shortcuts";

const COMMAND = /^(Mac|iP)/.test(navigator.platform) ? "⌘" : copy.keys.control;

/** Every shortcut and what it does. */
export function ShortcutList({
  shortcuts,
  onLeave,
}: {
  shortcuts: readonly Shortcut[];
  onLeave: () => void;
}) {
  const hasShortcuts = useHasShortcuts();
  const listed = hasShortcuts ? shortcuts : [];
  const screens = listed.filter((shortcut) => "screen" in shortcut);
  return (
    <div className={css.shortcuts}>
      <Keys title={copy.anywhere}>
        <Line name={copy.actions.search}>
          {hasShortcuts && (
            <>
              <kbd className={css.key}>/</kbd> {copy.or}{" "}
            </>
          )}
          <kbd className={css.key}>{COMMAND}</kbd> + <kbd className={css.key}>{copy.keys.search}</kbd>
        </Line>
        {listed.map(
          (shortcut) =>
            "action" in shortcut &&
            shortcut.action !== "search" && (
              <Line key={shortcut.keys} name={copy.actions[shortcut.action]}>
                <Sequence keys={shortcut.keys} />
              </Line>
            ),
        )}
        <Line name={copy.escape}>
          <kbd className={css.key}>{copy.keys.escape}</kbd>
        </Line>
      </Keys>
      {screens.length > 0 && (
        <Keys title={copy.goTo}>
          {screens.map(({ keys, screen }) => (
            <Line key={keys} name={screen.label}>
              <Sequence keys={keys} />
            </Line>
          ))}
        </Keys>
      )}
      <p className={css.note}>
        {hasShortcuts ? copy.note : copy.off}{" "}
        <Link to={pathTo(ACCOUNT)} onClick={onLeave}>
          {copy.change}
        </Link>
        .
      </p>
    </div>
  );
}

function Keys({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={css.heading}>{title}</h3>
      <dl className={css.lines}>{children}</dl>
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.line}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Sequence({ keys }: { keys: string }) {
  return keys.split(" ").map((key, at) => (
    <Fragment key={key}>
      {at > 0 && ` ${copy.thenPress} `}
      <kbd className={css.key}>{key}</kbd>
    </Fragment>
  ));
}
