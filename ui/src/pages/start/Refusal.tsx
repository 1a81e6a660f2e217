import { start as copy } from "#texts/start";
import type { Load } from "../../generated/wire";
import { Button } from "../../kit";
import css from "./start.module.css";

type RefusalProps = {
  readonly load: Load;
  /** Describes the files, so that they need not be feed files. */
  readonly onBring: () => void;
};

/** Why files were not loaded, and what can be done with them. */
export default function Refusal({ load: { state, message, faultCount }, onBring }: RefusalProps) {
  return (
    <div className={css.refusal}>
      <p className={css.reason}>{withoutCommands(message ?? "")}</p>
      {state === "refused" && (
        <>
          <p>{faultCount > 0 ? copy.mend : copy.rename}</p>
          <Button size="sm" onClick={onBring}>
            {copy.describe}
          </Button>
        </>
      )}
    </div>
  );
}

/** A line that tells of the command line: the page has a button for it. */
const COMMAND = /\bbond import\b/;

/** A message without lines that tell of commands. */
function withoutCommands(message: string): string {
  return message
    .split("\n")
    .filter((line) => !COMMAND.test(line))
    .join("\n");
}
