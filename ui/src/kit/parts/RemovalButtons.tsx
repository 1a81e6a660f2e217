import { useEffect, useRef } from "react";
import { Button } from "../Button";

type RemovalButtonsProps = {
  readonly remove: string;
  readonly cancel: string;
  readonly isBusy?: boolean;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
};

/** The answers to whether something is to be removed, asked in the place of the button that was pressed. */
export function RemovalButtons({ remove, cancel, isBusy, onRemove, onCancel }: RemovalButtonsProps) {
  const safe = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone.
  useEffect(() => safe.current?.focus(), []);
  return (
    <>
      <Button size="sm" variant="primary" aria-busy={isBusy} onClick={onRemove}>
        {remove}
      </Button>
      <Button ref={safe} size="sm" onClick={onCancel}>
        {cancel}
      </Button>
    </>
  );
}
