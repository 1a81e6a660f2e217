import * as Radix from "@radix-ui/react-popover";
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from "react";
import { classNames } from "./classNames";
import { ExternalTrigger } from "./ExternalTrigger";
import classes from "./Popover.module.css";
import { hasUnsaved, leave } from "./unsaved";

export type PopoverProps = {
  /** The button that opens it; receives its click handler, a ref and the aria attributes. */
  trigger: ReactElement<ComponentProps<"button">>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The name of the opened layer for screen readers. */
  label: string;
  align?: "start" | "center" | "end";
  /** Whether closing returns the focus to the trigger; called at that moment. By default it always does. */
  returnsFocus?: () => boolean;
  className?: string;
  children: ReactNode;
};

/**
 * Moves the focus with Tab from the last field of the layer to its first. Radix does so too, but takes the last radio button of a
 * group for the last field, which Tab never reaches while another one is chosen: the focus would leave for the end
 * of the page.
 */
function loopPastRadios(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  const isRadio = target instanceof HTMLInputElement && target.type === "radio";
  if (event.key !== "Tab" || event.shiftKey || !isRadio) return;
  const fields = [
    ...currentTarget.querySelectorAll<HTMLElement>("a[href], button, input, select, [tabindex]"),
  ];
  const reached = fields.filter((one) => one.tabIndex >= 0 && !one.matches(":disabled"));
  const last = reached.at(-1);
  if (!(last instanceof HTMLInputElement) || last.type !== "radio" || last.name !== target.name) return;
  event.preventDefault();
  reached[0]?.focus();
}

/**
 * A layer attached to a button. Not modal: Radix's modal layers write a style element, which the
 * content security policy rejects. Until it is first opened there is only the button. Where closing it would lose changes of
 * a form in it, it asks first.
 */
export function Popover({
  trigger,
  open,
  onOpenChange,
  label,
  align = "start",
  returnsFocus,
  className,
  children,
}: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  // Once opened it stays, to close with its animation.
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  const change = (isOpen: boolean) =>
    isOpen ? onOpenChange(true) : leave(() => onOpenChange(false), content.current);
  /** A layer with changes stays where only the focus leaves it, as it does for the question, and takes it back once it closes. */
  const stays = (event: Event) => {
    const isUnsaved = content.current !== null && hasUnsaved(content.current);
    if (isUnsaved) event.preventDefault();
    return isUnsaved;
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        "aria-controls": open ? id : undefined,
        onClick: () => change(!open),
      })}
      {wasOpen && (
        <Radix.Root open={open} onOpenChange={change} modal={false}>
          <Radix.Trigger asChild>
            <ExternalTrigger element={button} />
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              ref={content}
              id={id}
              aria-label={label}
              align={align}
              sideOffset={8}
              collisionPadding={8}
              className={classNames(classes.content, className)}
              onKeyDown={loopPastRadios}
              onFocusOutside={stays}
              onPointerDownOutside={(event) => stays(event) && change(false)}
              onCloseAutoFocus={(event) => {
                if (returnsFocus && !returnsFocus()) event.preventDefault();
              }}
            >
              {children}
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </>
  );
}
