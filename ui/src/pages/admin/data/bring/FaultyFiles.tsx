import { bring as copy } from "#texts/bring";
import { Panel, PanelBody } from "../../../../kit/parts/Panel";
import { formatNumber } from "../../../../texts/format";
import css from "./bring.module.css";
import type { FaultyFile } from "./faults";

/** The id of a file's card, to which its fault leads. */
export const cardId = (name: string) => `file ${name}`;

/** Shows a card, whose parts may be folded, and moves the focus to it. */
function goTo(name: string) {
  const card = document.getElementById(cardId(name));
  for (const part of card?.querySelectorAll("details") ?? []) part.open = true;
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "start" });
}

/** The files with faults, each of which leads to its card: in a long list nobody would find them. */
export function FaultyFiles({ files }: { readonly files: readonly FaultyFile[] }) {
  if (files.length === 0) return null;
  return (
    <Panel title={copy.faultyFiles}>
      <PanelBody>
        <ul className={css.faulty}>
          {files.map(({ name, faults: [first], count }) => (
            <li key={name}>
              <button type="button" className={css.toFile} onClick={() => goTo(name)}>
                {name}
              </button>{" "}
              {copy.faultyFile(count === 1 ? copy.oneFault : copy.faultsOf(inFull(count)), first?.text ?? "")}
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  );
}

const inFull = (number: number) => formatNumber(number, { inFull: true });
