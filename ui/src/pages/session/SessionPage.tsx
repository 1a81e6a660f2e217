import type { ReactNode } from "react";
import { pages as copy } from "#texts/session";
import { chooseLanguage } from "../../api/session/language";
import { Button } from "../../kit";
import { Logo } from "../../kit/Logo";
import { ProgramLogo } from "../../kit/ProgramLogo";
import { ticks } from "../../kit/ticks";
import { LANGUAGE, LANGUAGES } from "../../texts/language";
import classes from "./SessionPage.module.css";

const ARC = ticks({ cx: 300, cy: 300, inner: 236, outer: 286, spread: 120 }, 61);

/** The frame of the pages without a session: the product on one side, the content on the other. */
export function SessionPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.hero}>
        <Logo />
        <div className={classes.claim}>
          <p className={classes.words}>
            {copy.claim.map((line) => (
              <span key={line}>{line} </span>
            ))}
          </p>
          <p className={classes.detail}>{copy.claimDetail}</p>
        </div>
        <svg className={classes.arc} viewBox="0 0 600 600" aria-hidden="true">
          <defs>
            <linearGradient id="session-arc" gradientUnits="userSpaceOnUse" x1="0" y1="420" x2="520" y2="60">
              <stop offset="0" className={classes.from} />
              <stop offset="1" className={classes.to} />
            </linearGradient>
          </defs>
          {ARC.map((tick) => (
            <line key={`${tick.x1},${tick.y1}`} stroke="url(#session-arc)" {...tick} />
          ))}
        </svg>
      </header>
      <main className={classes.main}>
        <div className={classes.part}>
          <p className={classes.program}>
            <ProgramLogo size="lg" />
          </p>
          <h1 className={classes.title}>{title}</h1>
          {children}
          <ul className={classes.languages} aria-label={copy.language}>
            {LANGUAGES.map(({ value, label }) => (
              <li key={value} lang={value}>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-pressed={value === LANGUAGE}
                  onClick={() => chooseLanguage(value)}
                >
                  {label}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </main>
    </div>
  );
}
