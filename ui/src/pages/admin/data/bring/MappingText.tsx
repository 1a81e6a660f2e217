import { useEffect, useState } from "react";
import { bring as copy } from "#texts/bring";
import type { LoadFault, LookAtDraft } from "../../../../generated/wire";
import { TextArea } from "../../../../kit/parts/Field";
import css from "./bring.module.css";

/** How long the text rests before it is looked at. */
const REST_MS = 600;

type MappingTextProps = {
  readonly text: string;
  readonly faults: readonly LoadFault[];
  readonly onLook: (body: LookAtDraft) => void;
};

/** The mapping as text. A change of it changes the cards, and theirs change it. */
export function MappingText({ text, faults, onLook }: MappingTextProps) {
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  // What the cards changed.
  if (shown !== text) {
    setShown(text);
    setTyped(text);
  }
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onLook({ mapping: typed }), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onLook]);
  const error = faults.map(({ line, text }) =>
    line === null ? text : `${copy.line(String(line))}: ${text}`,
  );
  return (
    <details className={css.text} open={faults.length > 0 || undefined}>
      <summary>{copy.asText}</summary>
      <TextArea
        label={copy.text}
        hint={copy.textHint}
        error={error.length > 0 ? error.join("\n") : null}
        value={typed}
        onChange={setTyped}
        rows={16}
      />
    </details>
  );
}
