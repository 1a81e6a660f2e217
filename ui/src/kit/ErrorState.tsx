import { CloudOff, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { errors } from "#texts/page";
import { Button } from "./Button";
import classes from "./State.module.css";

/** Says that something could not be loaded, and offers to try again. */
export function ErrorState({
  title,
  detail,
  onRetry,
}: {
  title: string;
  detail?: ReactNode;
  onRetry?: () => void;
}) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} aria-hidden="true">
        <CloudOff />
      </span>
      <p className={classes.title}>{title}</p>
      {detail && <p className={classes.detail}>{detail}</p>}
      {onRetry && (
        <Button size="sm" icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
          {errors.again}
        </Button>
      )}
    </div>
  );
}
