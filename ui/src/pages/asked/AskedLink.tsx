import { useRef, useState } from "react";
import { asked } from "#texts/asked";
import { links as copy } from "#texts/links";
import { LINKS, pathTo } from "../../api/paths";
import type { LinkDraft } from "../../figures/exports/handoff";
import type { MadeLink } from "../../generated/wire";
import { notify } from "../../kit";
import { savedLinks } from "../links/calls";
import { MadeLinkDialog, NewLinkDialog } from "../links/LinkDialogs";
import { AskedList } from "./AskedList";

type AskedLinkProps = { readonly draft: LinkDraft; readonly onClose: () => void };

/** The form of a link to a screen, then its address. */
export function AskedLink({ draft, onClose }: AskedLinkProps) {
  const [made, setMade] = useState<MadeLink | null>(null);
  const isMade = useRef(false);
  return (
    <AskedList
      of={savedLinks.useList()}
      title={copy.newTitle(draft.title)}
      failed={copy.failed}
      missing={({ isAllowed }) => (isAllowed ? null : "links")}
      onClose={onClose}
    >
      {({ mostDays, frameHosts }) =>
        made ? (
          <MadeLinkDialog
            made={made}
            frameHosts={frameHosts}
            onClose={() => {
              onClose();
              notify({
                status: "success",
                message: copy.saved,
                action: { label: asked.toLinks, to: pathTo(LINKS) },
              });
            }}
          />
        ) : (
          <NewLinkDialog
            draft={draft}
            mostDays={mostDays}
            onMade={(link) => {
              isMade.current = true;
              setMade(link);
            }}
            // A form that is saved closes, too.
            onClose={() => isMade.current || onClose()}
          />
        )
      }
    </AskedList>
  );
}
