import * as Radix from "@radix-ui/react-tooltip";
import type { ReactElement, ReactNode } from "react";
import classes from "./Tooltip.module.css";

export type TooltipProps = {
  /** The text. It must also be available elsewhere. */
  text: ReactNode;
  /** One element that accepts a ref and props. */
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
};

/** A short text on hover and on keyboard focus. */
export function Tooltip({ text, children, side = "bottom" }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={classes.content} side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
