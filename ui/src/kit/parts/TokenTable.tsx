import { useState } from "react";
import { parts } from "#texts/admin";
import { filters } from "#texts/page";
import { tokens as copy } from "#texts/tokens";
import type { ApiToken, FilterParams } from "../../generated/wire";
import { Button } from "../Button";
import { type Column, DataTable } from "../DataTable";
import { EmptyState } from "../EmptyState";
import { notify } from "../toasts";
import { ConfirmDialog } from "./ConfirmDialog";
import { moduleTitle } from "./modules";
import { formatTime } from "./time";

type TokenTableProps = {
  readonly tokens: readonly ApiToken[];
  readonly showsOwner?: boolean;
  /** What is said where there are none. */
  readonly none?: string;
  /** Revokes one; without it nobody may. */
  readonly onRevoke: ((token: ApiToken) => Promise<unknown>) | null;
};

/** The name of the period of a filter; empty for fixed days. */
function periodText(text: string): string {
  const { period }: FilterParams = JSON.parse(text);
  return period === "SELECTED_DATE" ? "" : filters.periods[period ?? "THIS_YEAR"];
}

/** What a token may do, as a text. */
function mayText({ abilities, modules, shows }: ApiToken): string {
  if (shows) return copy.showsTable(shows.title, periodText(shows.filters));
  const only = modules?.map(moduleTitle).join(", ");
  const text = (ability: string) => {
    const name = copy.abilities[ability] ?? ability;
    if (only === undefined) return name;
    if (ability === "read") return copy.readsOnly(only);
    return ability === "agents" ? `${name}: ${only}` : name;
  };
  return abilities.map(text).join(", ");
}

function useText({ lastUsedAt, lastAddress }: ApiToken): string {
  if (lastUsedAt === null) return copy.never;
  const when = formatTime(lastUsedAt);
  return lastAddress === null ? when : copy.usedFrom(when, lastAddress);
}

/** API tokens: what they may do, from where, when they were last used; revokes them. */
export default function TokenTable({
  tokens,
  showsOwner = false,
  none = copy.noTokens,
  onRevoke,
}: TokenTableProps) {
  const [revoked, setRevoked] = useState<ApiToken | null>(null);
  const owner: readonly Column<ApiToken>[] = showsOwner
    ? [{ key: "owner", title: copy.owner, isExtra: true, cell: ({ login }) => login }]
    : [];
  return (
    <>
      <DataTable
        caption={copy.title}
        rows={tokens}
        keyOf={({ id }) => id}
        empty={<EmptyState title={none} />}
        hasMore
        columns={[
          { key: "name", title: copy.name, cell: ({ name }) => name },
          ...owner,
          { key: "may", title: copy.may, isExtra: true, cell: mayText },
          {
            key: "from",
            title: copy.from,
            isExtra: true,
            cell: ({ addresses }) => addresses?.join(", ") ?? copy.anywhere,
          },
          { key: "expires", title: copy.expires, isExtra: true, cell: (row) => formatTime(row.expiresAt) },
          { key: "use", title: copy.lastUse, isExtra: true, cell: useText },
          {
            key: "actions",
            title: parts.actions,
            isActions: true,
            cell: (token) =>
              onRevoke && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={copy.revokeOf(token.name)}
                  onClick={() => setRevoked(token)}
                >
                  {copy.revoke}
                </Button>
              ),
          },
        ]}
      />
      <ConfirmDialog
        open={revoked !== null}
        onClose={() => setRevoked(null)}
        title={copy.revokeTitle(revoked?.name ?? "")}
        action={copy.revoke}
        onConfirm={async () => {
          if (!revoked || !onRevoke) return;
          await onRevoke(revoked);
          notify({ status: "success", message: copy.revoked(revoked.name) });
        }}
      >
        <p>{copy.revokeDetail}</p>
      </ConfirmDialog>
    </>
  );
}
