import * as Radix from "@radix-ui/react-popover";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { classNames } from "./classNames";
import classes from "./Popover.module.css";

export type PopoverProps = {
  /** The button that opens it; receives the aria attributes. */
  trigger: ReactElement;
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
 * content security policy rejects.
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
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          className={classNames(classes.content, className)}
          onKeyDown={loopPastRadios}
          onCloseAutoFocus={(event) => {
            if (returnsFocus && !returnsFocus()) event.preventDefault();
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
