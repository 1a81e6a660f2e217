import { DismissableLayer } from "@radix-ui/react-dismissable-layer";
import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { shell } from "../copy";
import { classNames } from "./classNames";
import classes from "./Dialog.module.css";
import { IconButton } from "./IconButton";

/** How long a dialog takes to close; the same as --t-panel. */
const LEAVING_MS = 300;

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  /** The heading, and the dialog's name. */
  title: string;
  subtitle?: ReactNode;
  /** Its position: in the middle, at the left edge or at the bottom edge. */
  placement?: "center" | "left" | "bottom";
  /** The width in the middle. */
  size?: "sm" | "md" | "lg";
  /** Hides the visible heading; the name stays for screen readers. */
  plain?: boolean;
  footer?: ReactNode;
  className?: string;
  children: ReactNode;
};

/**
 * A modal layer: the browser's native dialog, which traps the focus, closes on Escape and returns
 * the focus. A click on the backdrop closes it too.
 */
export function Dialog({
  open,
  onClose,
  title,
  subtitle,
  placement = "center",
  size = "md",
  plain = false,
  footer,
  className,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [filled, setFilled] = useState(open);
  if (open && !filled) setFilled(true);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open) {
      if (!dialog.open) {
        const { documentElement: html } = document;
        html.style.setProperty("--scrollbar", `${innerWidth - html.clientWidth}px`);
        dialog.showModal();
      }
      return;
    }
    if (dialog.open) dialog.close();
    // The contents stay while the layer slides away.
    const timer = setTimeout(() => setFilled(false), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [open]);

  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === ref.current) onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, Escape closes the dialog.
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={classNames(classes.dialog, classes[placement], classes[size], className)}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        // React passes the events of a dialog inside this one on to it, although the browser's do not bubble.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => event.target === ref.current && open && onClose()}
    >
      {/* Adds the dialog to Radix's stack of layers, so that Escape closes it before the layers beneath. */}
      {open && <DismissableLayer onDismiss={onClose} onInteractOutside={(event) => event.preventDefault()} />}
      {filled && (
        <div className={classes.body}>
          {plain ? (
            <h2 id={titleId} className="sr-only">
              {title}
            </h2>
          ) : (
            <header className={classes.header}>
              <div>
                <h2 id={titleId} className={classes.title}>
                  {title}
                </h2>
                {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
              </div>
              <IconButton noTooltip label={shell.close} icon={<X aria-hidden="true" />} onClick={onClose} />
            </header>
          )}
          {/* Focusable, so that the keyboard can scroll it. */}
          <div className={plain ? classes.plain : classes.content} tabIndex={plain ? undefined : 0}>
            {children}
          </div>
          {footer && <footer className={classes.footer}>{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}
