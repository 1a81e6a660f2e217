import * as Radix from "@radix-ui/react-popover";
import type { ReactElement, ReactNode } from "react";
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
