import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { bring as copy } from "#texts/bring";
import { data } from "#texts/data";
import { Button, Skeleton } from "../../../../kit";
import { Panel, PanelBody } from "../../../../kit/parts/Panel";
import { Progress } from "../../../../kit/parts/Progress";
import { Select } from "../../../../kit/Select";
import { useAdmin } from "../../useAdmin";
import { DropArea } from "../DropArea";
import { isOver } from "../loads";
import css from "./bring.module.css";
import { FaultyFiles } from "./FaultyFiles";
import { FileCard, RefusedCard } from "./FileCard";
import { bySheet, faultyFiles } from "./faults";
import { LoadPart } from "./LoadPart";
import { MappingText } from "./MappingText";
import { Program } from "./Program";
import { QueryCard } from "./QueryCard";
import { useDraft } from "./useDraft";

type BringProps = {
  /** The draft of the address; null for a new one. */
  readonly id: string | null;
  /** Files to begin with. */
  readonly first: readonly File[];
  readonly onId: (id: string | null) => void;
  readonly onBack: () => void;
};

const PROPOSED = "";
/** In a longer list of files what is right is folded. */
const FEW = 5;

/** Bring your data: files are sent, described, checked and loaded. */
export default function Bring({ id, first, onId, onBack }: BringProps) {
  const draft = useDraft(id, onId);
  const waiting = useRef(first);
  useEffect(() => {
    const files = waiting.current;
    waiting.current = [];
    if (files.length > 0) void draft.send(files);
  });
  const mappings = useAdmin("mappings");
  const [saved, setSaved] = useState(PROPOSED);
  const [load, setLoad] = useState<number | null>(null);
  const { data: details } = useAdmin(`loads/${load ?? 0}`, {
    enabled: load !== null,
    again: (answer) => (answer && isOver(answer.load) ? false : 500),
  });
  const { answer, refused, sending, isLooking } = draft;
  const isEmpty = answer === null && refused.length === 0 && sending === null && !isLooking;
  const sheets = bySheet(answer?.cards ?? []);
  const found = details?.faults ?? answer?.check?.faults ?? [];
  const wrong = answer ? faultyFiles(answer, found) : [];
  const names = mappings.data?.mappings.map(({ name }) => name) ?? [];

  function change(body: Parameters<typeof draft.change>[0]) {
    // What was found is about another mapping.
    setLoad(null);
    draft.change(body);
  }

  return (
    <>
      <div>
        <Button variant="ghost" size="sm" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
          {copy.back}
        </Button>
      </div>
      <Panel title={data.bringTitle} detail={copy.about} isEntered>
        <PanelBody>
          <DropArea
            text={isEmpty ? copy.drop : copy.dropMore}
            hint={copy.forms}
            onFiles={(files) => {
              setLoad(null);
              if (files.length > 0) void draft.send(files);
            }}
          />
          {sending && <Progress label={copy.sending(sending.name)} share={sending.share} />}
          {draft.error && (
            <p role="alert" className={css.error}>
              {draft.error}
            </p>
          )}
          {answer && names.length > 0 && (
            <div className={css.buttons}>
              <Select
                label={copy.mapping}
                value={saved}
                onChange={(name) => {
                  setSaved(name);
                  setLoad(null);
                  draft.look(name === PROPOSED ? { anew: true } : { saved: name });
                }}
                options={[
                  { value: PROPOSED, label: copy.proposed },
                  ...names.map((name) => ({ value: name, label: name })),
                ]}
              />
            </div>
          )}
        </PanelBody>
      </Panel>
      <FaultyFiles files={answer && sheets.length > 1 ? wrong : []} />
      {(answer || refused.length > 0) && (
        <ul className={css.cards} aria-label={copy.files} aria-busy={isLooking}>
          {refused.map((one) => (
            <RefusedCard key={one.name} refused={one} onForget={() => draft.forget(one.name)} />
          ))}
          {sheets.map((cards) => (
            <FileCard
              key={`${cards[0]?.file} ${cards[0]?.sheet}`}
              cards={cards}
              found={found}
              isFolded={sheets.length > FEW}
              onChange={change}
            />
          ))}
          {answer?.queries.map((query) => (
            <QueryCard key={`${query.file} ${query.table}`} query={query} />
          ))}
        </ul>
      )}
      {answer === null && isLooking && <Skeleton height={240} />}
      {answer && (
        <>
          {(answer.queries.length > 0 || answer.cards.some(({ filled }) => filled !== null)) && (
            <Program answer={answer} onChange={change} />
          )}
          <MappingText
            text={answer.mapping}
            faults={draft.faults}
            onLook={(body) => {
              setLoad(null);
              draft.look(body);
            }}
          />
          <LoadPart
            draft={id ?? ""}
            answer={answer}
            isBusy={isLooking}
            looked={draft.looked}
            details={load === null ? null : (details ?? null)}
            onLoad={setLoad}
            onDiscard={() => void draft.remove()}
            onDone={() => void draft.remove().then(onBack)}
          />
        </>
      )}
    </>
  );
}
