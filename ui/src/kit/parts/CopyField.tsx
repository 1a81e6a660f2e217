import { Copy } from "lucide-react";
import { use, useRef, useState } from "react";
import { parts as copy } from "#texts/admin";
import { Button } from "..";
import css from "./CopyField.module.css";
import { TextArea } from "./Field";
import { Copied } from "./ShownOnce";

/** A secret that is shown once, with a button that copies it. It wraps: who types it from the screen needs all of it. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState("");
  const noteCopied = use(Copied);

  async function copyIt() {
    input.current?.select();
    try {
      // Browsers have a clipboard only on a secure page: not on one of a plain address in the local network.
      await navigator.clipboard.writeText(value);
      setSaid(copy.copied);
      noteCopied();
    } catch {
      // Old, but it works where the other is missing.
      const isCopied = document.execCommand("copy");
      setSaid(isCopied ? copy.copied : copy.notCopied);
      if (isCopied) noteCopied();
    }
  }

  return (
    <div className={css.field}>
      <TextArea
        className={css.text}
        ref={input}
        label={label}
        value={value}
        onChange={() => {}}
        readOnly
        rows={2}
        onFocus={(event) => event.target.select()}
      />
      <div className={css.button}>
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copyIt()}>
          {copy.copy}
        </Button>
        <p role="status">{said}</p>
      </div>
    </div>
  );
}
