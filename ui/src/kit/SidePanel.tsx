import { DismissableLayer } from "@radix-ui/react-dismissable-layer";
import { FocusScope } from "@radix-ui/react-focus-scope";
import { Presence } from "@radix-ui/react-presence";
import type { ComponentProps } from "react";

export type SidePanelProps = ComponentProps<"section"> & {
  open: boolean;
  onClose(): void;
  /** The role of the panel; a region by default. */
  as?: "section" | "aside";
  /** Closes on a click outside, except on a button that controls the panel (`aria-controls`). */
  closesOnClickOutside?: boolean;
  /** Receives the focus on closing; by default the element that had it when the panel opened. */
  opener?: HTMLElement | undefined;
};

/**
 * A panel next to the page, which stays usable: Tab leaves the panel, and Escape closes it if no other layer
 * is above it. Opening it moves the focus into it. It uses the parts of which Radix makes its dialog;
 * the dialog itself would trap the focus.
 */
export function SidePanel({
  open,
  onClose,
  as: Root = "section",
  closesOnClickOutside = false,
  opener,
  ...props
}: SidePanelProps) {
  function isOwnButton(target: EventTarget | null): boolean {
    return target instanceof Element && target.closest(`[aria-controls="${props.id}"]`) !== null;
  }
  return (
    <Presence present={open}>
      <FocusScope
        asChild
        onMountAutoFocus={(event) => {
          event.preventDefault();
          (event.currentTarget as HTMLElement).focus({ preventScroll: true });
        }}
        onUnmountAutoFocus={(event) => {
          // A newly opened screen or a clicked button has the focus already: leave it there.
          const isFree = document.activeElement === document.body;
          if (isFree && !opener) return;
          event.preventDefault();
          if (isFree) opener?.focus();
        }}
      >
        <DismissableLayer
          asChild
          onDismiss={onClose}
          onFocusOutside={(event) => event.preventDefault()}
          onPointerDownOutside={(event) => {
            if (!closesOnClickOutside || isOwnButton(event.target)) event.preventDefault();
          }}
        >
          <Root data-state={open ? "open" : "closed"} tabIndex={-1} {...props} />
        </DismissableLayer>
      </FocusScope>
    </Presence>
  );
}
