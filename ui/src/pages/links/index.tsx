import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { links as copy } from "#texts/links";
import type { GuardedRoute } from "../../api/pages";
import { LINKS, titles } from "../../api/paths";
import { mayChange, useSession } from "../../api/session";
import { linkDraftOf } from "../../figures/exports/handoff";
import type { LinkAnswer, LinkList, LinkState, MadeLink } from "../../generated/wire";
import { Button } from "../../kit";
import { DataTable, Under } from "../../kit/DataTable";
import { EmptyState } from "../../kit/EmptyState";
import { ConfirmDialog } from "../../kit/parts/ConfirmDialog";
import { LoadedList } from "../../kit/parts/Loaded";
import { Panel } from "../../kit/parts/Panel";
import { Pill, type Tone } from "../../kit/parts/Pill";
import { formatTime } from "../../kit/parts/time";
import { formatNumber } from "../../texts/format";
import adminCss from "../admin/Admin.module.css";
import { PageHeader } from "../dashboards/PageHeader";
import { savedLinks } from "./calls";
import { MadeDialog, NewLinkDialog } from "./LinkDialogs";

const TONES: Readonly<Record<LinkState, Tone>> = { works: "good", expired: "plain", stopped: "warning" };

/** The links that show a screen without an account. */
export default function LinksPage() {
  const list = savedLinks.useList();
  return (
    <div className={adminCss.page}>
      <PageHeader title={titles[LINKS]} />
      <LoadedList of={list} failed={copy.failed}>
        {(data) => <List list={data} />}
      </LoadedList>
    </div>
  );
}

/** The title of a route; the route itself where there is no such screen any more. */
const titleOf = (route: string) => titles[route as GuardedRoute] ?? route;

function List({ list }: { readonly list: LinkList }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const changes = savedLinks.useChanges();
  const mayAdminister = useSession(({ user }) => mayChange(user, "ADMIN"));
  const [removed, setRemoved] = useState<LinkAnswer | null>(null);
  const [made, setMade] = useState<MadeLink | null>(null);
  // What the menu of a screen asks for, until its form is closed.
  const draft = list.isAllowed ? linkDraftOf(state) : null;
  return (
    <Panel title={copy.title} detail={list.isAllowed ? copy.detail : copy.notAllowed}>
      <DataTable<LinkAnswer>
        caption={copy.title}
        rows={list.links}
        keyOf={({ id }) => id}
        empty={<EmptyState title={copy.none} />}
        hasMore
        columns={[
          {
            key: "name",
            title: copy.name,
            cell: ({ name, route, login, isOwn }) => (
              <>
                {name}
                <Under>{isOwn ? titleOf(route) : `${titleOf(route)}, ${copy.of(login)}`}</Under>
              </>
            ),
          },
          { key: "until", title: copy.until, isExtra: true, cell: ({ expiresAt }) => formatTime(expiresAt) },
          {
            key: "state",
            title: copy.state,
            cell: ({ state, hasPassword }) => (
              <>
                <Pill tone={TONES[state]}>{copy.states[state]}</Pill>
                {hasPassword && ` ${copy.withPassword}`}
                {state === "stopped" && <p className={adminCss.todo}>{copy.stoppedHint}</p>}
              </>
            ),
          },
          {
            key: "opened",
            title: copy.opened,
            isExtra: true,
            cell: ({ openings, lastOpenedAt }) =>
              lastOpenedAt === null ? (
                copy.never
              ) : (
                <>
                  {formatNumber(openings)}
                  <Under>{copy.lastOpened(formatTime(lastOpenedAt))}</Under>
                </>
              ),
          },
          {
            key: "actions",
            title: copy.actions,
            isActions: true,
            cell: (link) =>
              (link.isOwn || mayAdminister) && (
                <Button size="sm" aria-label={copy.removeOf(link.name)} onClick={() => setRemoved(link)}>
                  {copy.remove}
                </Button>
              ),
          },
        ]}
      />
      {draft && (
        <NewLinkDialog
          draft={draft}
          mostDays={list.mostDays}
          onMade={setMade}
          onClose={() => navigate(".", { replace: true, state: null })}
        />
      )}
      <MadeDialog made={made} frameHosts={list.frameHosts} onClose={() => setMade(null)} />
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={copy.removeTitle(removed?.name ?? "")}
        action={copy.remove}
        asksPassword={removed?.isOwn === false}
        onConfirm={async (password) => {
          if (removed?.isOwn) await changes.remove(removed.id);
          else if (removed) await changes.act("POST", removed.id, "remove", { password });
        }}
      >
        {copy.removeDetail}
      </ConfirmDialog>
    </Panel>
  );
}
