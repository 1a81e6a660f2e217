import * as Radix from "@radix-ui/react-tooltip";
import {
  type ComponentProps,
  cloneElement,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { ExternalTrigger } from "./ExternalTrigger";
import classes from "./Tooltip.module.css";

export type TooltipProps = {
  /** The text. It must also be available elsewhere. */
  text: ReactNode;
  /** One button that accepts a ref and props. */
  children: ReactElement<ComponentProps<"button">>;
  side?: "top" | "right" | "bottom" | "left";
};

const DELAY_MS = 400;

/** Closes the open tooltip: there is one at a time. */
let closeOpen: (() => void) | null = null;

/** A short text on hover and on keyboard focus. Until it is first shown there is only the button. */
export function Tooltip({ text, children, side = "bottom" }: TooltipProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { isOpen, wasOpen, setOpen, handlers } = useHover();
  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        ref: button,
        "aria-describedby": isOpen ? id : props["aria-describedby"],
        ...both(props, handlers),
      })}
      {wasOpen && (
        <Radix.Provider>
          <Radix.Root open={isOpen} onOpenChange={setOpen}>
            <Radix.Trigger asChild>
              <ExternalTrigger element={button} />
            </Radix.Trigger>
            {/* A modal dialog covers what is outside of it. */}
            <Radix.Portal container={button.current?.closest("dialog") ?? null}>
              <Radix.Content
                id={id}
                className={classes.content}
                side={side}
                sideOffset={6}
                collisionPadding={8}
              >
                {text}
              </Radix.Content>
            </Radix.Portal>
          </Radix.Root>
        </Radix.Provider>
      )}
    </>
  );
}

type Handlers = Required<
  Pick<
    ComponentProps<"button">,
    "onPointerMove" | "onPointerLeave" | "onPointerDown" | "onFocus" | "onBlur" | "onClick"
  >
>;

/** The handlers of a tooltip, after those that its button has. */
function both(own: ComponentProps<"button">, handlers: Handlers): Handlers {
  const compose = (name: keyof Handlers) => (event: never) => {
    own[name]?.(event);
    handlers[name](event);
  };
  const names = Object.keys(handlers) as (keyof Handlers)[];
  return Object.fromEntries(names.map((name) => [name, compose(name)])) as Handlers;
}

/** Whether a tooltip is open, and the handlers of its button, as those of a Radix trigger. */
function useHover() {
  const [isOpen, setIsOpen] = useState(false);
  // Once opened it stays, closed.
  const [wasOpen, setWasOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOver = useRef(false);
  const isPressed = useRef(false);
  const close = useRef(() => setOpen(false));
  const setOpen = (open: boolean) => {
    clearTimeout(timer.current);
    if (open && closeOpen !== close.current) closeOpen?.();
    if (open) setWasOpen(true);
    setIsOpen(open);
    if (open) closeOpen = close.current;
    else if (closeOpen === close.current) closeOpen = null;
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (closeOpen === close.current) closeOpen = null;
    },
    [],
  );
  const handlers: Handlers = {
    onPointerMove({ pointerType }: PointerEvent) {
      if (pointerType === "touch" || isOver.current) return;
      isOver.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setOpen(true), DELAY_MS);
    },
    onPointerLeave() {
      isOver.current = false;
      // An open one closes when the pointer leaves it too: the pointer may be on its way there.
      clearTimeout(timer.current);
    },
    onPointerDown() {
      setOpen(false);
      isPressed.current = true;
      document.addEventListener("pointerup", () => (isPressed.current = false), { once: true });
    },
    onFocus() {
      // A press shows nothing.
      if (!isPressed.current) setOpen(true);
    },
    onBlur: () => setOpen(false),
    onClick: () => setOpen(false),
  };
  return { isOpen, wasOpen, setOpen, handlers };
}
