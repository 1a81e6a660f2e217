import { bring as copy } from "#texts/bring";
import type { DraftAnswer, MappingChange, UnknownMembers } from "../../../../generated/wire";
import { Field } from "../../../../kit/parts/Field";
import { Panel, PanelBody } from "../../../../kit/parts/Panel";
import { Select } from "../../../../kit/Select";
import css from "./bring.module.css";
import { useEntered } from "./useEntered";

/** What every member has, and many files do not say. */
const GROUPS = ["tier", "lob", "audience"];

const UNKNOWN: readonly UnknownMembers[] = ["ERROR", "DROP", "ADD"];

type ProgramProps = {
  readonly answer: DraftAnswer;
  readonly onChange: (change: MappingChange) => void;
};

/** What all rows of the program have in common, and what becomes of members that nobody loads. */
export function Program({ answer: { program, unknownMembers }, onChange }: ProgramProps) {
  const others = program.map(({ key }) => key).filter((key) => !GROUPS.includes(key));
  return (
    <Panel title={copy.program} detail={copy.programDetail}>
      <PanelBody>
        <div className={css.program}>
          {[...GROUPS, ...others].map((key) => (
            <Common
              key={key}
              label={copy.programKeys[key] ?? key}
              value={program.find((one) => one.key === key)?.value ?? ""}
              onSave={(value) => onChange({ program: { key, value } })}
            />
          ))}
        </div>
        <div className={css.buttons}>
          <Select
            label={copy.unknownMembers}
            value={unknownMembers}
            onChange={(members) => onChange({ unknownMembers: { members } })}
            options={UNKNOWN.map((value) => ({ value, label: copy.unknown[value] }))}
          />
        </div>
      </PanelBody>
    </Panel>
  );
}

type CommonProps = {
  readonly label: string;
  readonly value: string;
  readonly onSave: (value: string) => void;
};

function Common({ label, value, onSave }: CommonProps) {
  return <Field label={label} {...useEntered(value, onSave, true)} />;
}
