import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { data as copy } from "#texts/data";
import { Button } from "../../../kit";
import css from "./data.module.css";

type DropAreaProps = {
  /** What stands before the button. */
  readonly text: string;
  /** What stands below it. */
  readonly hint?: string;
  readonly onFiles: (files: readonly File[]) => void;
};

/** Where files are dropped, or chosen by the button. */
export function DropArea({ text, hint, onFiles }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard.
    <div
      className={css.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp aria-hidden="true" />
      <p>{text}</p>
      <Button onClick={() => input.current?.click()}>{copy.choose}</Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={copy.choose}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again after it was changed.
          event.target.value = "";
        }}
      />
      {hint && <p className={css.hint}>{hint}</p>}
    </div>
  );
}
