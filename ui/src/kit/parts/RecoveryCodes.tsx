import { secondFactor as copy } from "#texts/secondFactor";
import { buttonClass } from "..";
import { TextArea } from "./Field";

/** Recovery codes, which are shown once, and a file of them. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = codes.join("\n");
  return (
    <>
      <p>{copy.codesDetail}</p>
      <TextArea
        label={copy.codes}
        value={text}
        onChange={() => {}}
        readOnly
        rows={codes.length}
        onFocus={(event) => event.target.select()}
      />
      <p>
        <a
          className={buttonClass({})}
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          {copy.save}
        </a>
      </p>
    </>
  );
}
