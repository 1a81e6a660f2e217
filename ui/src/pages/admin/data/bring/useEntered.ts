import { type KeyboardEvent, useState } from "react";

/** A text that is taken once it is complete: when the field is left, or with Enter. */
export function useEntered(value: string, onSave: (value: string) => void, mayBeEmpty = false) {
  const [entered, setEntered] = useState(value);
  const [shown, setShown] = useState(value);
  // Another control or the text of the mapping has changed the value.
  if (shown !== value) {
    setShown(value);
    setEntered(value);
  }
  const save = () => {
    if (entered !== value && (mayBeEmpty || entered !== "")) onSave(entered);
  };
  return {
    value: entered,
    onChange: setEntered,
    onBlur: save,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter") save();
    },
  };
}
