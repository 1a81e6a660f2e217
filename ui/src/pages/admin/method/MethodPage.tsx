import { useState } from "react";
import { method as copy } from "#texts/method";
import type { MethodList } from "../../../generated/wire";
import { Button } from "../../../kit";
import { LoadedList } from "../../../kit/parts/LoadedList";
import { Panel, PanelBody } from "../../../kit/parts/Panel";
import { Quiet } from "../../../kit/parts/Section";
import { useKeptFocus } from "../../../kit/useKeptFocus";
import { useAdmin } from "../useAdmin";
import { METHOD } from "./calls";
import { DraftPanel } from "./DraftPanel";
import css from "./method.module.css";
import { partsOf } from "./model";
import { NumbersTable } from "./NumbersTable";
import { VersionsPanel } from "./VersionsPanel";

/** The method of the score: what is published, what came before, and the draft of another. */
export default function MethodPage({ mayChange }: { readonly mayChange: boolean }) {
  const list = useAdmin(METHOD);
  return <LoadedList of={list}>{(answer) => <Methods list={answer} mayChange={mayChange} />}</LoadedList>;
}

type MethodsProps = { readonly list: MethodList; readonly mayChange: boolean };

function Methods({ list, mayChange }: MethodsProps) {
  const [begun, setBegun] = useState(false);
  // A draft is gone once it is published or withdrawn, and another one when it is saved.
  const page = useKeptFocus<HTMLDivElement>();
  const { versions, draft } = list;
  const [published] = versions;
  const numbers = published?.numbers ?? versions.at(-1)?.numbers;
  if (!published || !numbers) return null;
  const isOpen = draft !== null || begun;
  const parts = partsOf(list);
  return (
    <div ref={page} className={css.panels}>
      <Panel
        title={copy.publishedTitle}
        detail={`${copy.published(published.name)} ${copy.about}`}
        actions={mayChange && !isOpen && <Button onClick={() => setBegun(true)}>{copy.begin}</Button>}
      >
        {published.numbers ? (
          <NumbersTable caption={copy.publishedTitle} numbers={published.numbers} parts={parts} />
        ) : (
          <PanelBody>
            <Quiet>{copy.unreadable}</Quiet>
          </PanelBody>
        )}
      </Panel>
      {isOpen && (
        <DraftPanel
          // Another draft begins anew, such as one that somebody else saved.
          key={draft?.revision ?? "new"}
          list={list}
          parts={parts}
          start={draft?.numbers ?? numbers}
          published={published.name}
          mayChange={mayChange}
          isBegun={begun}
          onClosed={() => setBegun(false)}
        />
      )}
      <VersionsPanel versions={versions} parts={parts} />
    </div>
  );
}
