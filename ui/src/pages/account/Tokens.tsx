import { useId, useState } from "react";
import { account as copy } from "#texts/account";
import { blocks } from "#texts/page";
import { useSession } from "../../api/session";
import type { ApiToken, ApiTokenList, ModuleCode } from "../../generated/wire";
import { Button, Dialog } from "../../kit";
import { Checkbox } from "../../kit/Checkbox";
import { DataTable } from "../../kit/DataTable";
import { EmptyState } from "../../kit/EmptyState";
import css from "../../kit/forms/FormDialog.module.css";
import { CheckList } from "../../kit/parts/CheckList";
import { ConfirmDialog } from "../../kit/parts/ConfirmDialog";
import { CopyField } from "../../kit/parts/CopyField";
import { Field } from "../../kit/parts/Field";
import { FormFaults } from "../../kit/parts/FormFaults";
import { LoadedList } from "../../kit/parts/LoadedList";
import { moduleTitle, OPTIONAL_MODULES } from "../../kit/parts/modules";
import { Panel } from "../../kit/parts/Panel";
import { formatTime } from "../../kit/parts/time";
import { useForm } from "../../kit/useForm";
import { useAccount, useAccountCall } from "./useAccount";

/** The API tokens of the user: make and revoke. */
export function Tokens({ longest }: { readonly longest: number }) {
  const list = useAccount("tokens");
  return (
    <LoadedList of={list} failed={blocks.failedTitle(copy.tokens)}>
      {(data) => <ListOfTokens data={data} longest={longest} />}
    </LoadedList>
  );
}

function ListOfTokens({ data, longest }: { readonly data: ApiTokenList; readonly longest: number }) {
  const change = useAccountCall();
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<ApiToken | null>(null);
  return (
    <Panel
      title={copy.tokens}
      detail={copy.tokensDetail}
      actions={longest > 0 && <Button onClick={() => setMaking(true)}>{copy.makeToken}</Button>}
    >
      <DataTable
        caption={copy.tokens}
        rows={data.tokens}
        keyOf={({ id }) => id}
        empty={<EmptyState title={longest > 0 ? copy.noTokens : copy.tokensNotAllowed} />}
        columns={[
          { key: "name", title: copy.name, cell: ({ name }) => name },
          {
            key: "modules",
            title: copy.modules,
            isExtra: true,
            cell: ({ modules }) => modules?.map(moduleTitle).join(", ") ?? copy.allModules,
          },
          { key: "expires", title: copy.expires, cell: (row) => formatTime(row.expiresAt) },
          {
            key: "use",
            title: copy.lastUse,
            cell: (row) => (row.lastUsedAt === null ? copy.never : formatTime(row.lastUsedAt)),
          },
          {
            key: "actions",
            title: copy.revoke,
            isActions: true,
            cell: (token) => (
              <Button aria-label={`${copy.revoke}: ${token.name}`} onClick={() => setRevoked(token)}>
                {copy.revoke}
              </Button>
            ),
          },
        ]}
      />
      {isMaking && <MakeToken longest={longest} onClose={() => setMaking(false)} />}
      <ConfirmDialog
        open={revoked !== null}
        onClose={() => setRevoked(null)}
        title={copy.revokeTitle(revoked?.name ?? "")}
        action={copy.revoke}
        onConfirm={() => change("DELETE", `tokens/${revoked?.id}`, undefined)}
      >
        {copy.revokeDetail}
      </ConfirmDialog>
    </Panel>
  );
}

const NO_MODULES: readonly ModuleCode[] = [];

function MakeToken({ longest, onClose }: { readonly longest: number; readonly onClose: () => void }) {
  const id = useId();
  const change = useAccountCall();
  const open = useSession(({ user }) => user?.modules ?? []);
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({
    from: {
      name: "",
      days: String(Math.min(90, longest)),
      isLimited: false,
      modules: NO_MODULES,
    },
    save: async ({ name, days, isLimited, modules }) => {
      const limits = isLimited ? { modules } : {};
      const made = await change("POST", "tokens", { name, days: Number(days) || 0, ...limits });
      setSecret(made.secret);
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.makeToken}
      size="sm"
      footer={
        secret === null ? (
          <Button type="submit" form={id} variant="primary" aria-busy={form.isBusy}>
            {copy.make}
          </Button>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {copy.done}
          </Button>
        )
      }
    >
      {secret === null ? (
        <form {...form.props} id={id} className={css.form}>
          <Field label={copy.tokenName} {...form.field("name")} maxLength={60} />
          <Field
            label={copy.days}
            hint={copy.daysHint(longest)}
            {...form.field("days")}
            inputMode="numeric"
          />
          <Checkbox
            label={copy.limited}
            checked={form.values.isLimited}
            onChange={(isLimited) => form.set({ isLimited })}
          />
          {form.values.isLimited && (
            <CheckList
              label={copy.modules}
              choices={OPTIONAL_MODULES.filter(({ value }) => open.includes(value))}
              {...form.field("modules")}
            />
          )}
          <FormFaults of={form} />
        </form>
      ) : (
        <div className={css.form}>
          <p>{copy.copyNow}</p>
          <CopyField label={copy.secret} value={secret} />
        </div>
      )}
    </Dialog>
  );
}
