import { useState } from "react";
import { parts } from "#texts/admin";
import { method as copy } from "#texts/method";
import type { MethodVersion } from "../../../generated/wire";
import { Button, Dialog } from "../../../kit";
import { type Column, DataTable } from "../../../kit/DataTable";
import { Panel } from "../../../kit/parts/Panel";
import { Pill } from "../../../kit/parts/Pill";
import { Quiet } from "../../../kit/parts/Section";
import { formatTime } from "../../../kit/parts/time";
import type { Parts } from "./model";
import { NumbersTable } from "./NumbersTable";

type VersionsPanelProps = { readonly versions: readonly MethodVersion[]; readonly parts: Parts };

/** Every version: when, by whom and why it was published. */
export function VersionsPanel({ versions, parts: known }: VersionsPanelProps) {
  const [shown, setShown] = useState<MethodVersion | null>(null);
  const columns: readonly Column<MethodVersion>[] = [
    {
      key: "name",
      title: copy.version,
      cell: ({ name }) => (
        <>
          {name} {name === versions[0]?.name && <Pill tone="good">{copy.inUse}</Pill>}
        </>
      ),
    },
    {
      key: "when",
      title: copy.when,
      cell: ({ published }) => (published ? formatTime(published.at) : copy.builtIn),
    },
    {
      key: "who",
      title: copy.who,
      isExtra: true,
      cell: ({ published }) => (published ? copy.drafted(published.draftedBy, published.approvedBy) : ""),
    },
    { key: "why", title: copy.why, isExtra: true, cell: ({ published }) => published?.reason ?? "" },
    {
      key: "actions",
      title: parts.actions,
      isActions: true,
      cell: (version) => (
        <Button
          size="sm"
          variant="ghost"
          aria-label={copy.showOf(version.name)}
          onClick={() => setShown(version)}
        >
          {copy.show}
        </Button>
      ),
    },
  ];
  return (
    <Panel title={copy.versionsTitle} detail={copy.versionsAbout}>
      <DataTable
        caption={copy.versionsTitle}
        columns={columns}
        rows={versions}
        keyOf={({ name }) => name}
        empty={null}
        hasMore
      />
      <Dialog
        open={shown !== null}
        onClose={() => setShown(null)}
        title={shown?.name ?? ""}
        size="lg"
        footer={<Button onClick={() => setShown(null)}>{parts.close}</Button>}
      >
        {shown &&
          (shown.numbers ? (
            <NumbersTable caption={shown.name} numbers={shown.numbers} parts={known} />
          ) : (
            <Quiet>{copy.unreadable}</Quiet>
          ))}
      </Dialog>
    </Panel>
  );
}
