import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router-dom";
import { shell } from "#texts/page";
import { classNames } from "./classNames";
import { IconButton } from "./IconButton";
import { useTopModal } from "./modals";
import classes from "./Toast.module.css";
import {
  activateToast,
  dismissToast,
  holdToast,
  releaseToast,
  type Toast,
  type ToastStatus,
  useToasts,
} from "./toasts";

const icons: Record<ToastStatus, typeof Info> = {
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
  success: CircleCheck,
};

/** One notification. */
function ToastView({ toast }: { toast: Toast }) {
  const Icon = icons[toast.status];
  const { id } = toast;
  useEffect(() => {
    // One frame in its first state, so that the transition to the second runs.
    const frame = requestAnimationFrame(() => activateToast(id));
    return () => cancelAnimationFrame(frame);
  }, [id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the timer.
    <div
      className={classNames(classes.toast, classes[toast.status])}
      data-state={toast.state}
      role={toast.status === "error" ? "alert" : "status"}
      onPointerEnter={() => holdToast(id)}
      onPointerLeave={() => releaseToast(id)}
      onFocus={() => holdToast(id)}
      onBlur={() => releaseToast(id)}
    >
      <Icon aria-hidden="true" className={classes.icon} />
      <div className={classes.text}>
        {toast.title && <p className={classes.title}>{toast.title}</p>}
        <p>{toast.message}</p>
        {toast.action && (
          <Link className={classes.action} to={toast.action.to} onClick={() => dismissToast(id)}>
            {toast.action.label}
          </Link>
        )}
      </div>
      <IconButton
        noTooltip
        label={shell.dismiss}
        icon={<X aria-hidden="true" />}
        onClick={() => dismissToast(id)}
      />
    </div>
  );
}

/**
 * Where notifications appear: top right, above everything, the newest on top. Within an open dialog where there is one:
 * the browser dims all around it, and neither pointer nor screen reader reaches that.
 */
export function ToastHost() {
  const toasts = useToasts((state) => state.toasts);
  const modal = useTopModal();
  const host = useRef<HTMLElement>(null);
  const newest = toasts[0]?.id;
  // What is shown last lies above what is open already. Where the browser has no popovers, styles alone place it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that opens covers what was above it.
  useEffect(() => {
    if (newest === undefined) return;
    const element = host.current;
    // It was in a dialog that is gone: it is drawn anew in a moment.
    if (!element?.isConnected) return;
    element.showPopover?.();
    return () => element?.hidePopover?.();
  }, [newest, modal]);
  const section = (
    <section ref={host} popover="manual" className={classes.host} aria-label={shell.notifications}>
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </section>
  );
  return modal ? createPortal(section, modal) : section;
}
