import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./State.module.css";

/** Says that there is nothing to show, and what the reader can do about it. */
export function EmptyState({
  title,
  detail,
  icon,
  action,
}: {
  title: string;
  detail?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.state}>
      <span className={classes.icon} aria-hidden="true">
        {icon ?? <Inbox />}
      </span>
      <p className={classes.title}>{title}</p>
      {detail && <p className={classes.detail}>{detail}</p>}
      {action}
    </div>
  );
}
