import { type FormEvent, useState } from "react";
import { method as copy } from "#texts/method";
import { maySee, useSession } from "../../../api/session";
import type { FieldFault, MethodList, MethodNumbers } from "../../../generated/wire";
import { Button } from "../../../kit";
import { NumberSlider } from "../../../kit/NumberSlider";
import { FormFaults } from "../../../kit/parts/FormFaults";
import { Panel, PanelBody } from "../../../kit/parts/Panel";
import { Buttons, Quiet } from "../../../kit/parts/Section";
import { formatTime } from "../../../kit/parts/time";
import { useForm } from "../../../kit/useForm";
import { useSettled } from "../../../kit/useSettled";
import { useAdminCall } from "../useAdmin";
import { METHOD, useEffectOf } from "./calls";
import { ApproveDialog, PublishDialog, WithdrawDialog } from "./dialogs";
import { EffectPanel } from "./EffectPanel";
import css from "./method.module.css";
import { faultsOf, namedFault, type Parts, withPart } from "./model";
import { PartFields } from "./PartFields";
import { Summary } from "./Summary";

type DraftPanelProps = {
  readonly list: MethodList;
  readonly parts: Parts;
  /** The numbers that the draft has, or begins with. */
  readonly start: MethodNumbers;
  /** The name of the published method. */
  readonly published: string;
  readonly mayChange: boolean;
  /** Whether the user has just begun it. */
  readonly isBegun: boolean;
  readonly onClosed: () => void;
};

type Asked = "publish" | "approve" | "withdraw" | null;

/** The draft of a method with what it does to the score. */
export function DraftPanel({ list, parts, start, published, mayChange, isBegun, onClosed }: DraftPanelProps) {
  const { draft, needsApproval, versions } = list;
  const change = useAdminCall();
  const user = useSession((session) => session.user);
  const [asked, setAsked] = useState<Asked>(null);
  const form = useForm({
    from: start,
    save: (numbers) => change("PUT", `${METHOD}/draft`, { revision: draft?.revision ?? null, numbers }),
    saved: copy.saved,
    nameOf: (fault, sent) => namedFault(fault, sent, parts),
  });
  const { values: numbers, isChanged } = form;
  const shows = maySee(user, "MONITOR");
  const settled = useSettled(numbers);
  const effect = useEffectOf(settled, shows && faultsOf(settled, parts).length === 0);
  const faults = faultsOf(numbers, parts);
  const nameOf = (fault: FieldFault) => namedFault(fault, numbers, parts);
  const isWrong = faults.length > 0;
  const proposal = draft?.proposal ?? null;
  const close = () => setAsked(null);

  function submit(event: FormEvent<HTMLFormElement>) {
    if (!isWrong) return void form.submit(event);
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('[type="number"][aria-invalid="true"]')?.focus();
  }

  return (
    <>
      <Panel title={copy.draftTitle} detail={copy.draftAbout} isEntered={isBegun}>
        <PanelBody>
          <form {...form.props} className={css.draft} onSubmit={submit}>
            <div role="status">
              {proposal ? (
                <p className={css.waits}>
                  {copy.waits(proposal.name, proposal.proposedBy, formatTime(proposal.proposedAt))}{" "}
                  {!proposal.canApprove && copy.waitsForOther}
                </p>
              ) : (
                draft && <Quiet>{copy.savedBy(draft.savedBy, formatTime(draft.savedAt))}</Quiet>
              )}
            </div>
            {shows ? (
              <Summary effect={effect} published={published} isWrong={isWrong} nameOf={nameOf} />
            ) : (
              <Quiet>{copy.notAllowed}</Quiet>
            )}
            {mayChange &&
              numbers.parts.map((own) => (
                <PartFields
                  key={own.part}
                  own={own}
                  info={parts.get(own.part)}
                  numbers={numbers}
                  value={effect.data?.parts.find(({ part }) => part === own.part)?.value ?? null}
                  faults={faults.filter(({ part }) => part === own.part)}
                  onChange={(part) => form.set(withPart(numbers, own.part, part))}
                />
              ))}
            {mayChange && (
              <div className={css.coverage}>
                <span aria-hidden="true">{copy.leastCoverage}</span>
                <NumberSlider
                  label={copy.leastCoverage}
                  value={numbers.leastCoverage}
                  least={50}
                  most={100}
                  step={1}
                  onChange={(leastCoverage) => form.set({ leastCoverage: Math.round(leastCoverage) })}
                />
              </div>
            )}
            <FormFaults of={form} />
            {mayChange && (
              <Buttons>
                <Button
                  type="submit"
                  variant={draft && !isChanged ? "secondary" : "primary"}
                  disabled={draft !== null && !isChanged}
                  aria-busy={form.isBusy}
                >
                  {copy.save}
                </Button>
                {isChanged && <Button onClick={() => form.set(start)}>{copy.reset}</Button>}
                {draft && !proposal && (
                  <Button variant="primary" disabled={isChanged} onClick={() => setAsked("publish")}>
                    {copy.publish}
                  </Button>
                )}
                {proposal?.canApprove && (
                  <Button variant="primary" disabled={isChanged} onClick={() => setAsked("approve")}>
                    {copy.approve}
                  </Button>
                )}
                <Button variant="ghost" onClick={() => (draft ? setAsked("withdraw") : form.leave(onClosed))}>
                  {copy.withdraw}
                </Button>
                {isChanged && <Quiet>{copy.unsaved}</Quiet>}
              </Buttons>
            )}
          </form>
        </PanelBody>
        {draft && (
          <>
            <PublishDialog
              open={asked === "publish"}
              draft={draft}
              needsApproval={needsApproval}
              onClose={close}
              onDone={onClosed}
            />
            <ApproveDialog open={asked === "approve"} draft={draft} onClose={close} onDone={onClosed} />
            <WithdrawDialog open={asked === "withdraw"} onClose={close} onDone={onClosed} />
          </>
        )}
      </Panel>
      {shows && <EffectPanel effect={effect} published={published} versions={versions} isWrong={isWrong} />}
    </>
  );
}
