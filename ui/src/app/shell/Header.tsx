import { CircleHelp, Filter, Menu as MenuIcon, Moon, Search, Sun } from "lucide-react";
import { Suspense, useState } from "react";
import { score as scoreCopy, shell } from "#texts/page";
import { BASE } from "../../api/base";
import { MANUAL } from "../../api/paths";
import { useMaySee, useSession } from "../../api/session";
import { describeScore, formatPoints, isMoveWithinChance } from "../../figures/score/describeScore";
import { Move } from "../../figures/score/Move";
import { PANEL_ID } from "../../figures/score/ScorePanel";
import { setPanel, useScoreLayers } from "../../figures/score/scoreLayers";
import { useScoreScope, useShownScore } from "../../figures/score/useShownScore";
import { Views } from "../../figures/views/Views";
import { classNames, IconButton } from "../../kit";
import { IconLink } from "../../kit/IconButton";
import { lazyComponent, useLoaded } from "../../kit/lazy";
import { useNarrow } from "../../kit/useNarrow";
import { openLayer } from "../keyboard/openLayer";
import { Avatar } from "./Avatar";
import { Brand } from "./Brand";
import classes from "./Header.module.css";
import { setMenu, useMenu } from "./useMenu";
import { useShownTheme } from "./usePreferences";
import { useScrolled } from "./useScrolled";

// The menu's code is large and not needed at first.
const AccountMenu = lazyComponent(() => import("./AccountMenu"));
const Bell = lazyComponent(() => import("../../pages/reports/alerts/Bell"));

/** The page's header: on a wide page it overlaps the right end of the screen's title row. */
export function Header({ title }: { title: string }) {
  const scrolled = useScrolled();
  return useNarrow() ? (
    <NarrowHeader scrolled={scrolled} />
  ) : (
    <WideHeader title={title} scrolled={scrolled} />
  );
}

function WideHeader({ title, scrolled }: { title: string; scrolled: boolean }) {
  const { theme, toggle } = useShownTheme();
  return (
    <header className={classes.wide} data-scrolled={scrolled || undefined}>
      <div className={classes.bar}>
        {/* Repeats the screen's heading, which is scrolled out of view. */}
        <span className={classes.title} aria-hidden="true">
          {title}
        </span>
        <div className={classes.actions}>
          <SearchButton />
          <Views />
          <Alerts />
          <IconButton
            label={theme === "dark" ? shell.toLight : shell.toDark}
            icon={theme === "dark" ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
            onClick={toggle}
          />
          <IconLink label={shell.help} icon={<CircleHelp aria-hidden="true" />} href={BASE + MANUAL} />
          <Account />
        </div>
      </div>
    </header>
  );
}

function NarrowHeader({ scrolled }: { scrolled: boolean }) {
  const hasScore = useMaySee("MONITOR");
  const open = useMenu((state) => state.open);
  return (
    <header className={classes.narrow} data-scrolled={scrolled || undefined}>
      <IconButton
        noTooltip
        className={classes.onDark}
        label={open ? shell.closeMenu : shell.openMenu}
        aria-expanded={open}
        icon={<MenuIcon aria-hidden="true" />}
        onClick={() => setMenu(!open)}
      />
      <Brand short />
      {hasScore && <ScorePill />}
      <Alerts className={classNames(classes.onDark, classes.bell)} />
      <SearchButton className={classNames(classes.onDark, classes.search)} />
      <Account />
    </header>
  );
}

function SearchButton({ className }: { className?: string | undefined }) {
  return (
    <IconButton
      className={className}
      label={shell.search}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      icon={<Search aria-hidden="true" />}
      onClick={() => openLayer("search")}
    />
  );
}

/** The alerts that hold and what administrators are told, for whoever may have any of it. */
function Alerts({ className }: { className?: string | undefined }) {
  const modules = [useMaySee("EXPORT"), useMaySee("DATA"), useMaySee("ADMIN")];
  return useLoaded(Bell) && modules.includes(true) ? (
    <Suspense>
      <Bell className={className} />
    </Suspense>
  ) : null;
}

function Account() {
  const firstName = useSession((state) => state.user?.firstName ?? "");
  // A press before the menu's code is loaded opens the menu afterwards.
  const [pressed, setPressed] = useState(false);
  const avatar = <Avatar firstName={firstName} onClick={() => setPressed(true)} />;
  if (!useLoaded(AccountMenu)) return avatar;
  return (
    <Suspense fallback={avatar}>
      <AccountMenu startsOpen={pressed} />
    </Suspense>
  );
}

/** The score on a narrow page; opens the breakdown. */
function ScorePill() {
  const { data } = useShownScore();
  const open = useScoreLayers((state) => state.panel);
  const scope = useScoreScope();
  const score = data?.score ?? null;
  return (
    <button
      type="button"
      className={classes.pill}
      aria-expanded={open}
      aria-controls={open ? PANEL_ID : undefined}
      aria-label={`${data ? describeScore(data, scope) : scoreCopy.name}. ${scoreCopy.see}`}
      onClick={() => setPanel(!open)}
    >
      <svg viewBox="0 0 36 36" width="26" height="26" fill="none" strokeWidth="5" aria-hidden="true">
        <circle className={classes.ringTrack} cx="18" cy="18" r="15" />
        {score !== null && (
          <circle
            className={classes.ring}
            cx="18"
            cy="18"
            r="15"
            pathLength="100"
            strokeDasharray={`${score} 100`}
            transform="rotate(-90 18 18)"
          />
        )}
      </svg>
      <span className={classes.pillValue}>{formatPoints(score)}</span>
      {/* The button's name and the breakdown say this in words. */}
      {scope !== null && <Filter className={classes.filtered} aria-hidden="true" />}
      {data?.explain.mom != null && (
        <Move points={data.explain.mom} arrow={false} isWithinChance={isMoveWithinChance(data)} />
      )}
    </button>
  );
}
