import { links as copy } from "#texts/links";
import { titleOf } from "../../api/pages";
import { LINKS, titles } from "../../api/paths";
import type { LinkAnswer, LinkList, LinkState } from "../../generated/wire";
import { Under } from "../../kit/DataTable";
import { LoadedList } from "../../kit/parts/LoadedList";
import { Pill, type Tone } from "../../kit/parts/Pill";
import { RecordPanel } from "../../kit/parts/RecordPanel";
import { formatTime } from "../../kit/parts/time";
import { formatNumber } from "../../texts/format";
import adminCss from "../admin/Admin.module.css";
import { NotSetUp } from "../asked/SetUpNeeded";
import { PageHeader } from "../dashboards/PageHeader";
import { savedLinks } from "./calls";

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

function List({ list }: { readonly list: LinkList }) {
  const changes = savedLinks.useChanges();
  return (
    <>
      {!list.isAllowed && <NotSetUp missing="links" />}
      <RecordPanel<LinkAnswer>
        texts={copy}
        detail={copy.detail}
        records={list.links}
        asksForOthers
        onRemove={({ id, isOwn }, password) =>
          isOwn ? changes.remove(id) : changes.act("POST", id, "remove", { password })
        }
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
        ]}
      />
    </>
  );
}
