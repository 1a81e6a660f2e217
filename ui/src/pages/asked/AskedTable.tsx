import { useRef, useState } from "react";
import { addresses as copy } from "#texts/addresses";
import { filters } from "#texts/page";
import { tokens } from "#texts/tokens";
import { BASE } from "../../api/base";
import { ACCOUNT, pathTo } from "../../api/paths";
import type { TableDraft } from "../../figures/exports/handoff";
import type { MadeTableAddress } from "../../generated/wire";
import { notify } from "../../kit";
import { CopyField } from "../../kit/parts/CopyField";
import { Choice, Field } from "../../kit/parts/Field";
import { FormDialog } from "../../kit/parts/FormDialog";
import { MadeDialog } from "../../kit/parts/MadeDialog";
import { formatTime } from "../../kit/parts/time";
import { useForm } from "../../kit/useForm";
import { useAccount, useAccountCall } from "../account/useAccount";
import { AskedList } from "./AskedList";

const LONGEST_NAME = 60;
/** The days that are proposed. */
const DAYS = 180;

type AskedTableProps = { readonly draft: TableDraft; readonly onClose: () => void };

/** The form of an address for a spreadsheet, then the address. */
export function AskedTable({ draft, onClose }: AskedTableProps) {
  const [made, setMade] = useState<MadeTableAddress | null>(null);
  return (
    <AskedList
      of={useAccount("")}
      title={copy.newTitle(draft.title)}
      failed={copy.failed}
      missing={({ longestTokenDays }) => (longestTokenDays > 0 ? null : "addresses")}
      onClose={onClose}
    >
      {({ longestTokenDays }) =>
        made ? (
          <Made
            made={made}
            onClose={() => {
              onClose();
              notify({
                status: "success",
                message: copy.saved,
                action: { label: copy.toAccount, to: pathTo(ACCOUNT) },
              });
            }}
          />
        ) : (
          <NewAddress draft={draft} longest={longestTokenDays} onMade={setMade} onClose={onClose} />
        )
      }
    </AskedList>
  );
}

type NewAddressProps = {
  readonly draft: TableDraft;
  /** The most days. */
  readonly longest: number;
  readonly onMade: (made: MadeTableAddress) => void;
  readonly onClose: () => void;
};

function NewAddress({ draft, longest, onMade, onClose }: NewAddressProps) {
  const change = useAccountCall();
  const isMade = useRef(false);
  const form = useForm({
    from: {
      table: "0",
      name: draft.title.slice(0, LONGEST_NAME),
      days: String(Math.min(DAYS, longest)),
      networks: "",
    },
    save: async ({ table, name, days, networks }) => {
      const chosen = draft.tables[Number(table)];
      if (!chosen) throw new Error(`There is no table ${table}.`);
      const addresses = networks.split(/[\s,]+/).filter((text) => text !== "");
      const made = await change("POST", "tables", {
        name,
        title: chosen.title,
        screen: draft.screen,
        ...(chosen.block === null ? {} : { block: chosen.block }),
        filters: JSON.stringify(chosen.params),
        compared: chosen.isCompared,
        days: Number(days) || 0,
        ...(addresses.length > 0 ? { addresses } : {}),
      });
      isMade.current = true;
      onMade(made);
    },
  });
  const { period } = draft.tables[Number(form.values.table)]?.params ?? {};
  const isFixed = period === "SELECTED_DATE";
  return (
    // A form that is saved closes, too.
    <FormDialog
      form={form}
      onClose={() => isMade.current || onClose()}
      title={copy.newTitle(draft.title)}
      action={copy.make}
    >
      <p>{copy.newDetail}</p>
      {draft.tables.length > 1 && (
        <Choice
          label={copy.table}
          {...form.field("table")}
          options={draft.tables.map(({ title }, at) => ({ value: String(at), label: title }))}
        />
      )}
      <p>{isFixed ? copy.fixedPeriod : copy.movingPeriod(filters.periods[period ?? "THIS_YEAR"])}</p>
      <Field label={tokens.purpose} {...form.field("name")} maxLength={LONGEST_NAME} />
      <Field
        label={tokens.days}
        hint={tokens.daysHint(longest)}
        {...form.field("days")}
        inputMode="numeric"
      />
      <Field label={copy.networks} hint={tokens.addressesHint} {...form.field("networks")} />
    </FormDialog>
  );
}

type MadeProps = { readonly made: MadeTableAddress; readonly onClose: () => void };

/** Shows an address, once. */
function Made({ made, onClose }: MadeProps) {
  const whole = (path: string) => `${window.location.origin}${BASE}${path}`;
  return (
    <MadeDialog open title={copy.made} onClose={onClose}>
      <p>{copy.madeDetail(formatTime(made.token.expiresAt))}</p>
      <CopyField label={copy.json} value={whole(made.json)} />
      <CopyField label={copy.csv} value={whole(made.csv)} />
      <p>{copy.number(made.token.id)}</p>
    </MadeDialog>
  );
}
