import { Pin } from "lucide-react";
import { screens as copy } from "#texts/page";
import { IconButton } from "../../kit/IconButton";
import css from "./PinButton.module.css";
import { setPins, usePins } from "./pins";

export type PinButtonProps = {
  readonly pin: string;
  /** The title of the card. */
  readonly title: string;
};

/** Pins a card to the Program Monitor, after the others, or takes it away. */
export function PinButton({ pin, title }: PinButtonProps) {
  const { pins, mayPin } = usePins();
  if (!mayPin) return null;
  const isPinned = pins.includes(pin);
  return (
    <IconButton
      className={css.pin}
      label={copy.pin(title)}
      icon={<Pin aria-hidden="true" />}
      aria-pressed={isPinned}
      onClick={() => setPins(isPinned ? pins.filter((one) => one !== pin) : [...pins, pin])}
    />
  );
}
