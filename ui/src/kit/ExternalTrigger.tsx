import { type Ref, type RefObject, useLayoutEffect } from "react";

export type ExternalTriggerProps = {
  readonly element: RefObject<HTMLElement | null>;
  /** Set by Radix, whose trigger this is a child of. */
  readonly ref?: Ref<HTMLElement>;
};

/**
 * Gives Radix a trigger that is drawn elsewhere, and draws nothing. A closed layer needs only its trigger, while a
 * Radix trigger is twenty components: a screen with dozens of layers draws them as plain buttons.
 */
export function ExternalTrigger({ element, ref }: ExternalTriggerProps) {
  useLayoutEffect(() => {
    if (typeof ref === "function") ref(element.current);
    else if (ref) ref.current = element.current;
  }, [ref, element]);
  return null;
}
