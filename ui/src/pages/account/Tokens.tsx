import { type FormEvent, useId, useState } from "react";
import { account as copy } from "#texts/account";
import { blocks } from "#texts/page";
import { useSession } from "../../api/session";
import type { ApiToken, ApiTokenList, ModuleCode } from "../../generated/wire";
import { Button, Dialog } from "../../kit";
import { Checkbox } from "../../kit/Checkbox";
import { DataTable } from "../../kit/DataTable";
import { EmptyState } from "../../kit/EmptyState";
import form from "../../kit/forms/ConfirmDialog.module.css";
import { CheckList } from "../../kit/parts/CheckList";
import { ConfirmDialog } from "../../kit/parts/ConfirmDialog";
import { CopyField } from "../../kit/parts/CopyField";
import { messageOf } from "../../kit/parts/errors";
import { Field } from "../../kit/parts/Field";
import { LoadedList } from "../../kit/parts/LoadedList";
import { moduleTitle, OPTIONAL_MODULES } from "../../kit/parts/modules";
import { Panel } from "../../kit/parts/Panel";
import { formatTime } from "../../kit/parts/time";
import { useSaving } from "../../kit/useSaving";
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

function MakeToken({ longest, onClose }: { readonly longest: number; readonly onClose: () => void }) {
  const id = useId();
  const change = useAccountCall();
  const [name, setName] = useState("");
  const [days, setDays] = useState(String(Math.min(90, longest)));
  const open = useSession(({ user }) => user?.modules ?? []);
  const [isLimited, setLimited] = useState(false);
  const [modules, setModules] = useState<readonly ModuleCode[]>([]);
  const [secret, setSecret] = useState<string | null>(null);
  const [isDirty, setDirty] = useState(false);
  const { error, isBusy, save } = useSaving(messageOf);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(async () => {
      const made = await change("POST", "tokens", {
        name,
        days: Number(days) || 0,
        ...(isLimited ? { modules } : {}),
      });
      setSecret(made.secret);
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.makeToken}
      size="sm"
      isDirty={isDirty && secret === null}
      footer={
        secret === null ? (
          <Button type="submit" form={id} variant="primary" aria-busy={isBusy}>
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
        <form id={id} className={form.form} onChange={() => setDirty(true)} onSubmit={submit} noValidate>
          <Field label={copy.tokenName} value={name} onChange={setName} maxLength={60} />
          <Field
            label={copy.days}
            hint={copy.daysHint(longest)}
            value={days}
            onChange={setDays}
            inputMode="numeric"
          />
          <Checkbox label={copy.limited} checked={isLimited} onChange={setLimited} />
          {isLimited && (
            <CheckList
              label={copy.modules}
              choices={OPTIONAL_MODULES.filter(({ value }) => open.includes(value))}
              chosen={modules}
              onChange={setModules}
            />
          )}
          <div role="alert">{error && <p className={form.error}>{error}</p>}</div>
        </form>
      ) : (
        <div className={form.form}>
          <p>{copy.copyNow}</p>
          <CopyField label={copy.secret} value={secret} />
        </div>
      )}
    </Dialog>
  );
}
