import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { bring as copy } from "#texts/bring";
import { data } from "#texts/data";
import { moduleTexts } from "#texts/modules";
import type {
  DraftAnswer,
  DraftCard,
  FilledTable,
  LackingTable,
  LoadDetails,
  LoadFault,
  ScreenOutlook,
} from "../../../../generated/wire";
import { Button } from "../../../../kit";
import { buttonClass } from "../../../../kit/Button";
import { Checkbox } from "../../../../kit/Checkbox";
import { notifyFailure } from "../../../../kit/parts/errors";
import { Field } from "../../../../kit/parts/Field";
import { FormDialog } from "../../../../kit/parts/FormDialog";
import { Panel, PanelBody } from "../../../../kit/parts/Panel";
import { Pill } from "../../../../kit/parts/Pill";
import { useDoing } from "../../../../kit/useDoing";
import { useForm } from "../../../../kit/useForm";
import { formatList, formatNumber, formatRange } from "../../../../texts/format";
import { useAdminCall } from "../../useAdmin";
import { isOver, LONGEST_SOURCE, lacksNewTimeZone, reportOf } from "../loads";
import { Steps } from "../RunningLoads";
import { tableName } from "../TableName";
import css from "./bring.module.css";
import { FaultList } from "./FaultList";
import { faultsOf } from "./faults";
import { loadedOn } from "./loadedOn";

const inFull = (number: number) => formatNumber(number, { inFull: true });

type LoadPartProps = {
  readonly draft: string;
  readonly answer: DraftAnswer;
  /** Whether the text or a change is still to be looked at. */
  readonly isBusy: boolean;
  /** As that of a draft. */
  readonly looked: () => Promise<DraftAnswer | null>;
  /** The last check or load of these files. */
  readonly details: LoadDetails | null;
  readonly onLoad: (id: number) => void;
  readonly onDiscard: () => void;
  /** The files are loaded: they are removed, and the page closes. */
  readonly onDone: () => void;
};

/** What will be loaded, and what can be done with it. */
export function LoadPart({
  draft,
  answer,
  isBusy,
  looked,
  details,
  onLoad,
  onDiscard,
  onDone,
}: LoadPartProps) {
  const change = useAdminCall();
  const [mayShrink, setMayShrink] = useState(false);
  const [isNewZone, setNewZone] = useState(false);
  const [source, setSource] = useState("");
  const [isSaving, setSaving] = useState(false);
  const doing = useDoing(notifyFailure);
  const filled = filledOf(answer);
  const days = filled.flatMap(({ firstDay, lastDay }) => (firstDay && lastDay ? [firstDay, lastDay] : []));
  // Of the rows that were read; a check that is over has read all.
  const seen = faultsSeen(answer);
  const faults = details !== null && isOver(details.load) ? Math.max(seen, details.load.faultCount) : seen;
  const faultsId = useId();
  const missing = missingOf(answer.lacks);
  const fillsAny = filled.length > 0 || answer.queries.length > 0;
  const isRunning = details !== null && !isOver(details.load);
  // What comes next is to open what was loaded.
  const isLoaded = details?.load.state === "published";

  const begin = (check: boolean) =>
    doing.run(async () => {
      // Whoever changes something and presses at once means what is chosen then.
      const now = await looked();
      if (now === null || (!check && faultsSeen(now) > 0)) return;
      const named = source.trim() === "" ? {} : { source: source.trim() };
      const body = { mapping: now.mapping, check, allowShrink: mayShrink, newTimeZone: isNewZone, ...named };
      onLoad((await change("POST", `loads/drafts/${draft}/load`, body)).id);
    });

  return (
    <Panel title={copy.loadTitle}>
      <PanelBody>
        {fillsAny ? (
          <>
            <p>
              {copy.willLoad(formatList(totalsOf(answer)))} {spanOf(days)}
            </p>
            {missing && <p className={css.quiet}>{missing}</p>}
          </>
        ) : (
          <p>{copy.nothingYet}</p>
        )}
        {faults > 0 && (
          <p id={faultsId} className={css.warn}>
            {copy.hasFaults(inFull(faults))}
          </p>
        )}
        {fillsAny && <Screens screens={answer.screens} />}
        {details !== null ? (
          <Outcome details={details} cards={answer.cards} filled={filled} onDone={onDone} />
        ) : (
          answer.check && (
            <>
              {answer.check.refused && <p className={css.reason}>{answer.check.refused}</p>}
              <Found {...answer.check} cards={answer.cards} />
            </>
          )
        )}
        {!isRunning && fillsAny && (
          <Field
            label={data.source}
            hint={data.sourceHint}
            value={source}
            onChange={setSource}
            maxLength={LONGEST_SOURCE}
          />
        )}
        {!isRunning && fillsAny && (
          <Checkbox checked={mayShrink} onChange={setMayShrink} label={data.allowShrink} />
        )}
        {!isRunning && (isNewZone || (details !== null && lacksNewTimeZone(details.load))) && (
          <Checkbox checked={isNewZone} onChange={setNewZone} label={data.newTimeZone} />
        )}
        <div className={css.buttons}>
          {fillsAny && (
            <>
              <Button
                variant={isLoaded ? "secondary" : "primary"}
                disabled={faults > 0}
                aria-describedby={faults > 0 ? faultsId : undefined}
                aria-busy={doing.isBusy || isRunning || isBusy}
                onClick={() => isRunning || void begin(false)}
              >
                {copy.load}
              </Button>
              <Button
                aria-busy={doing.isBusy || isRunning || isBusy}
                onClick={() => isRunning || void begin(true)}
              >
                {copy.check}
              </Button>
              <Button onClick={() => setSaving(true)}>{copy.save} …</Button>
            </>
          )}
          <Button variant="ghost" onClick={onDiscard}>
            {copy.discard}
          </Button>
        </div>
      </PanelBody>
      <SaveDialog open={isSaving} text={answer.mapping} onClose={() => setSaving(false)} />
    </Panel>
  );
}

const filledOf = ({ cards }: DraftAnswer) => cards.flatMap((card) => card.filled ?? []);

function faultsSeen(answer: DraftAnswer): number {
  const ofQueries = answer.queries.reduce((sum, query) => sum + query.faults.length, 0);
  const ofCards = filledOf(answer).reduce((sum, { faultCount }) => sum + faultCount, ofQueries);
  return Math.max(ofCards, answer.check?.faultCount ?? 0);
}

/** How many rows each table gets. */
function totalsOf({ cards, queries }: DraftAnswer): readonly string[] {
  const rows = new Map<string, { count: number; isAll: boolean }>();
  for (const { filled } of cards) {
    if (!filled) continue;
    const { count, isAll } = rows.get(filled.table) ?? { count: 0, isAll: true };
    rows.set(filled.table, { count: count + filled.takenRows, isAll: isAll && filled.isAll });
  }
  const ofFiles = [...rows].map(([table, { count, isAll }]) =>
    copy.ofTable(isAll ? inFull(count) : `> ${inFull(count)}`, tableName(table)),
  );
  return [...ofFiles, ...queries.map(({ table }) => copy.ofQuery(tableName(table)))];
}

function spanOf(days: readonly string[]): string {
  const sorted = [...days].sort();
  return sorted.length === 0 ? "" : copy.span(formatRange(sorted[0], sorted.at(-1)));
}

/** Figures of a table that are named. */
const NAMED = 2;

/** The tables that nothing fills, with the figures that stay empty. */
function missingOf(lacks: readonly LackingTable[]): string {
  const tables = lacks
    .filter(({ figures }) => figures.length > 0)
    .map(({ table, figures }) => {
      const named = figures.slice(0, NAMED);
      const more = figures.length - named.length;
      const all = more > 0 ? [...named, copy.more(inFull(more))] : named;
      return `${tableName(table)} (${formatList(all)})`;
    });
  return tables.length === 0 ? "" : copy.missingTables(tables.join("; "));
}

const MENU = Object.keys(moduleTexts);

function Screens({ screens }: { readonly screens: readonly ScreenOutlook[] }) {
  const inOrder = [...screens].sort((one, other) => MENU.indexOf(one.module) - MENU.indexOf(other.module));
  return (
    <div>
      <h3 className={css.small}>{copy.screens}</h3>
      <ul className={css.screens}>
        {inOrder.map(({ module, cards, filled, lacks }) => (
          <li key={module}>
            <span className={css.screen}>{moduleTexts[module].title}</span>
            <Pill tone={filled === 0 ? "plain" : lacks.length === 0 ? "good" : "warning"}>
              {lacks.length === 0
                ? copy.all
                : filled === 0
                  ? copy.none
                  : copy.some(inFull(filled), inFull(cards))}
            </Pill>
            {lacks.length > 0 && (
              <span className={css.quiet}>{copy.lacks(formatList(lacks.map(tableName)))}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type OutcomeProps = {
  readonly details: LoadDetails;
  readonly cards: readonly DraftCard[];
  readonly filled: readonly FilledTable[];
  readonly onDone: () => void;
};

/** How a check or a load goes, and how it ended. */
function Outcome({ details, cards, filled, onDone }: OutcomeProps) {
  const { load, faults, steps } = details;
  if (!isOver(load)) return <Steps steps={steps} />;
  const { warnings = [] } = reportOf(details);
  const rows = inFull(load.rows ?? 0);
  return (
    <div className={css.outcome} role="status" data-state={load.state}>
      {load.state === "published" && (
        <p className={css.done}>
          <span>{load.dataVersion === null ? copy.again : copy.published(rows)}</span>
          <Link className={buttonClass({ variant: "primary", size: "sm" })} to={loadedOn(filled)}>
            {copy.show}
          </Link>
          <Button size="sm" onClick={onDone}>
            {copy.done}
          </Button>
          <span className={css.quiet}>{copy.doneHint}</span>
        </p>
      )}
      {load.state === "checked" && <p>{copy.checked(rows)}</p>}
      {load.state !== "published" && load.state !== "checked" && (
        <>
          <p>{copy.notDone}</p>
          {/* Faults stand at their rows. */}
          {load.faultCount === 0 && load.message && <p className={css.reason}>{load.message}</p>}
        </>
      )}
      <Found faults={faults} warnings={warnings} cards={cards} />
    </div>
  );
}

type FoundProps = Pick<OutcomeProps, "cards"> & {
  readonly faults: readonly LoadFault[];
  readonly warnings: readonly string[];
};

/** What was found in all files together. The cards of the files show their own faults. */
function Found({ faults, warnings, cards }: FoundProps) {
  const others = faults.filter((fault) => !cards.some((card) => faultsOf(card, [fault]).length > 0));
  return (
    <>
      {others.length > 0 && <FaultList faults={others} count={others.length} namesFiles />}
      {warnings.length > 0 && (
        <>
          <h3 className={css.small}>{data.warnings}</h3>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

type SaveDialogProps = { readonly open: boolean; readonly text: string; readonly onClose: () => void };

function SaveDialog({ open, text, onClose }: SaveDialogProps) {
  const change = useAdminCall();
  const form = useForm({
    from: { name: "" },
    open,
    check: ({ name }) => ({ name: NAME.test(name) ? null : data.mappingNameHint }),
    save: ({ name }) => change("PUT", `mappings/${name}`, { text }),
    saved: ({ name }) => data.savedToast(name),
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={copy.saveTitle}
      action={copy.saveAction}
      size="sm"
    >
      <p>{copy.saveText}</p>
      <Field label={data.mappingName} hint={data.mappingNameHint} {...form.field("name")} />
    </FormDialog>
  );
}
