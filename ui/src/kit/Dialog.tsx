import { DismissableLayer } from "@radix-ui/react-dismissable-layer";
import { X } from "lucide-react";
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { shell } from "#texts/page";
import { classNames } from "./classNames";
import classes from "./Dialog.module.css";
import { IconButton } from "./IconButton";
import { enterModal, leaveModal, topModal } from "./modals";
import { leave } from "./unsaved";

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
 * the focus. A press on the backdrop closes it too. Where that would lose changes of a form in it, it asks first.
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
        enterModal(dialog);
        focusForm(dialog);
      }
      return;
    }
    shut(dialog);
    // The contents stay while the layer slides away.
    const timer = setTimeout(() => setFilled(false), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [open]);

  // The browser returns the focus only when a dialog is closed, not when an open one is removed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => {
      if (dialog) shut(dialog);
    };
  }, []);

  const dismiss = () => leave(onClose, ref.current);

  // Radix hands the key to the layer beneath until it has drawn a new one: the browser closes that one then.
  function closeOnEscape(event: KeyboardEvent) {
    if (topModal() !== ref.current) return;
    event.preventDefault();
    dismiss();
  }

  // Who selects text may release the button outside; the browser calls that a click on the dialog itself.
  const isBackdropPress = useRef(false);
  function press(event: PointerEvent) {
    isBackdropPress.current = event.target === ref.current;
  }
  function release(event: PointerEvent) {
    if (event.target !== ref.current) isBackdropPress.current = false;
  }
  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === ref.current && isBackdropPress.current) dismiss();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, Escape closes the dialog.
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={classNames(classes.dialog, classes[placement], classes[size], className)}
      onPointerDown={press}
      onPointerUp={release}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        // React passes the events of a dialog inside this one on to it, although the browser's do not bubble.
        if (event.target !== ref.current) return;
        event.preventDefault();
        dismiss();
      }}
      onClose={(event) => event.target === ref.current && open && onClose()}
    >
      {/* Adds the dialog to Radix's stack of layers, so that Escape closes it before the layers beneath. */}
      {open && <DismissableLayer onEscapeKeyDown={closeOnEscape} />}
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
              <IconButton noTooltip label={shell.close} icon={<X aria-hidden="true" />} onClick={dismiss} />
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

/**
 * Moves the focus from the button that closes, which the browser takes, to the first field of a form: whoever opened it wants
 * to fill it in. A question without a field keeps the least harmful button. On a touch screen a keyboard would cover it.
 */
function focusForm(dialog: HTMLDialogElement): void {
  if (dialog.querySelector("[autofocus]") || matchMedia("(pointer: coarse)").matches) return;
  dialog.querySelector<HTMLElement>(FIELDS)?.focus();
}

/** Of radio buttons, the chosen one is where Tab stops. */
const FIELDS = "form :is(input:not([type=hidden]), select, textarea):enabled:not([type=radio]:not(:checked))";

/** Closes a dialog, after those in it: while one of them is open, what had the focus before this one cannot have it. */
function shut(dialog: HTMLDialogElement): void {
  for (const one of [...dialog.querySelectorAll("dialog")].reverse().concat(dialog)) {
    leaveModal(one);
    if (one.open) one.close();
  }
}
