import { useId, useState } from "react";
import { parts } from "#texts/admin";
import { tokens as copy } from "#texts/tokens";
import type { Ability, MadeToken, ModuleCode, NewToken } from "../../generated/wire";
import { Button } from "../Button";
import { Checkbox } from "../Checkbox";
import { Dialog } from "../Dialog";
import css from "../forms/FormDialog.module.css";
import { useForm } from "../useForm";
import { CheckList, type Choice } from "./CheckList";
import { CopyField } from "./CopyField";
import { Field } from "./Field";
import { FormFaults } from "./FormFaults";
import { PasswordField, useHasPassword } from "./PasswordField";
import { ShownOnce } from "./ShownOnce";

type MakeTokenProps = {
  readonly title: string;
  /** The most days. */
  readonly longest: number;
  /** What a token of its owner may do. */
  readonly abilities: readonly Ability[];
  /** The modules that it may be limited to. */
  readonly modules: readonly Choice<ModuleCode>[];
  /** Whether the password is asked for although the token only reads. */
  readonly asksAlways?: boolean;
  readonly make: (token: NewToken) => Promise<MadeToken>;
  readonly onClose: () => void;
};

const NO_MODULES: readonly ModuleCode[] = [];
const READ: readonly Ability[] = ["read"];
/** Those that see figures, which may be limited to modules. */
const seesFigures = (ability: Ability) => ability === "read" || ability === "agents";

/** Makes an API token and shows it, once. */
export function MakeToken(props: MakeTokenProps) {
  const { title, longest, abilities, modules: choices, asksAlways = false, make, onClose } = props;
  const id = useId();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({
    from: {
      name: "",
      days: String(Math.min(90, longest)),
      abilities: READ,
      isLimited: false,
      modules: NO_MODULES,
      addresses: "",
    },
    check: ({ abilities, isLimited, modules }) => ({
      abilities: abilities.length === 0 ? copy.chooseOne : null,
      modules: isLimited && abilities.some(seesFigures) && modules.length === 0 ? copy.chooseOne : null,
    }),
    save: async ({ name, days, abilities, isLimited, modules, addresses }, password) => {
      const networks = addresses.split(/[\s,]+/).filter((text) => text !== "");
      const made = await make({
        name,
        days: Number(days) || 0,
        abilities: [...abilities],
        ...(isLimited && abilities.some(seesFigures) ? { modules: [...modules] } : {}),
        ...(networks.length > 0 ? { addresses: networks } : {}),
        ...(password ? { password } : {}),
      });
      setSecret(made.secret);
    },
  });
  const { values } = form;
  const asks = asksAlways || values.abilities.some((ability) => ability !== "read");
  const asksPassword = useHasPassword(asks) && asks;
  const reads = values.abilities.some(seesFigures);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        secret === null ? (
          <>
            <Button onClick={() => form.leave(onClose)}>{parts.cancel}</Button>
            <Button type="submit" form={id} variant="primary" aria-busy={form.isBusy}>
              {copy.makeAction}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {parts.done}
          </Button>
        )
      }
    >
      {secret === null ? (
        <form
          {...form.props}
          onSubmit={(event) => void form.submit(event, asksPassword)}
          id={id}
          className={css.form}
        >
          <Field label={copy.purpose} {...form.field("name")} maxLength={60} />
          <Field
            label={copy.days}
            hint={copy.daysHint(longest)}
            {...form.field("days")}
            inputMode="numeric"
          />
          {abilities.length > 1 && (
            <CheckList
              label={copy.mayDo}
              hint={copy.mayHint}
              choices={abilities.map((value) => ({
                value,
                title: copy.abilities[value] ?? value,
                detail: value,
              }))}
              {...form.field("abilities")}
            />
          )}
          {reads && (
            <Checkbox
              label={copy.limited}
              checked={values.isLimited}
              onChange={(isLimited) => form.set({ isLimited })}
            />
          )}
          {reads && values.isLimited && (
            <CheckList label={copy.modules} choices={choices} {...form.field("modules")} />
          )}
          <Field
            label={copy.addresses}
            hint={copy.addressesHint}
            {...form.field("addresses")}
            autoComplete="off"
            spellCheck={false}
          />
          {asksPassword && <PasswordField {...form.password} />}
          <FormFaults of={form} />
        </form>
      ) : (
        <ShownOnce className={css.form}>
          <p>{copy.copyNow}</p>
          <CopyField label={copy.secret} value={secret} />
        </ShownOnce>
      )}
    </Dialog>
  );
}
