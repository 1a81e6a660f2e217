import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { alerts as copy } from "#texts/alerts";
import { pathTo, REPORTS, titles } from "../../../api/paths";
import { callQuery } from "../../../api/query";
import { savePreferences, useMaySee, useSession } from "../../../api/session";
import { ask } from "../../../figures/exports/handoff";
import { Button, classNames, ErrorState, IconButton, Skeleton } from "../../../kit";
import { buttonClass } from "../../../kit/Button";
import { Popover } from "../../../kit/Popover";
import { formatTime } from "../../../texts/format";
import css from "./Bell.module.css";
import { Notices, useNotices } from "./Notices";

const MINUTE = 60_000;

/** What is checked after a load begins some seconds after the page knows of new data, and data become late by the clock. */
const ACTIVE = {
  ...callQuery("GET", "api/v1/alerts/active", undefined, { looksAgain: true }),
  refetchInterval: MINUTE,
  refetchOnWindowFocus: "always",
} as const;

/**
 * The user's alerts that hold, and what administrators are told, in the header: how many have begun since they were last
 * looked at, and which they are.
 */
export default function Bell({ className }: { readonly className?: string | undefined }) {
  const hasAlerts = useMaySee("EXPORT");
  const of = useQuery({ ...ACTIVE, enabled: hasAlerts });
  const notices = useNotices();
  const seenAt = useSession(({ user }) => user?.preferences.alertsSeenAt ?? 0);
  const [isOpen, setOpen] = useState(false);
  // What was new when the layer opened stays marked in it.
  const [openedAt, setOpenedAt] = useState(seenAt);
  const alerts = of.data?.alerts ?? [];
  const times = [...alerts.map(({ begunAt }) => begunAt), ...notices.map(({ since }) => since)];
  const begun = times.filter((time) => time > seenAt).length;
  const change = (opens: boolean) => {
    setOpen(opens);
    if (!opens) return;
    setOpenedAt(seenAt);
    const newest = Math.max(...times);
    if (newest > seenAt) void savePreferences({ alertsSeenAt: newest });
  };
  const close = () => setOpen(false);
  const label = copy.bell(times.length, begun);
  return (
    <Popover
      open={isOpen}
      onOpenChange={change}
      label={copy.active}
      align="end"
      className={css.popover}
      trigger={
        // A tooltip would take the place of the button that the layer is attached to.
        <IconButton
          noTooltip
          className={classNames(css.button, className)}
          label={label}
          title={label}
          icon={
            <>
              <BellIcon fill={times.length > 0 ? "currentColor" : "none"} aria-hidden="true" />
              {begun > 0 && (
                <span className={css.count} aria-hidden="true">
                  {begun}
                </span>
              )}
            </>
          }
        />
      }
    >
      <div className={css.panel}>
        {notices.length > 0 && <Notices notices={notices} openedAt={openedAt} onLeave={close} />}
        {hasAlerts && (
          <>
            <h2 className={css.title}>{copy.active}</h2>
            {of.data === undefined ? (
              of.error === null ? (
                <Skeleton height={72} />
              ) : (
                <ErrorState title={copy.failed} onRetry={() => void of.refetch()} />
              )
            ) : alerts.length === 0 ? (
              <p className={css.small}>{copy.noneActive}</p>
            ) : (
              <ul className={css.list} aria-label={copy.active}>
                {alerts.map(({ id, name, found, begunAt, explanation }) => (
                  <li key={id} className={css.alert}>
                    <p className={css.name}>
                      {explanation === null ? (
                        name
                      ) : (
                        <Link to={`/${explanation}`} onClick={close}>
                          {name}
                        </Link>
                      )}{" "}
                      {begunAt > openedAt && <span className={css.new}>{copy.isNew}</span>}
                    </p>
                    <p>{found}</p>
                    <p className={css.small}>{copy.since(formatTime(begunAt))}</p>
                  </li>
                ))}
              </ul>
            )}
            <p className={css.ways}>
              <Button
                size="sm"
                onClick={() => {
                  close();
                  ask({ kind: "alert", draft: null });
                }}
              >
                {copy.alertMe}
              </Button>
              <Link
                className={buttonClass({ variant: "ghost", size: "sm" })}
                to={pathTo(REPORTS)}
                onClick={close}
              >
                {titles[REPORTS]}
              </Link>
            </p>
          </>
        )}
        {!hasAlerts && notices.length === 0 && <p className={css.small}>{copy.noneActive}</p>}
      </div>
    </Popover>
  );
}
