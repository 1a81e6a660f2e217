import { data as copy } from "#texts/data";
import { Button } from "../../../kit";
import { PanelBody } from "../../../kit/parts/Panel";
import { formatTime } from "../../../kit/parts/time";
import { formatList } from "../../../texts/format";
import { useAdmin } from "../useAdmin";
import css from "./data.module.css";

/** Of a draft so many files are named. */
const NAMED = 3;

/** The files that the user has sent and not described to the end, after the page was left. */
export function Drafts({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const drafts = useAdmin("loads/drafts").data?.drafts ?? [];
  if (drafts.length === 0) return null;
  return (
    <PanelBody>
      <ul className={css.files} aria-label={copy.drafts}>
        {drafts.map(({ id, files, keptUntil }) => {
          const left = files.length - NAMED;
          const names = formatList([...files.slice(0, NAMED), ...(left > 0 ? [copy.moreFiles(left)] : [])]);
          return (
            <li key={id}>
              <span className={css.fileName}>{names}</span>
              <span className={css.quiet}>{copy.keptUntil(formatTime(keptUntil))}</span>
              <Button size="sm" aria-label={copy.goOnWith(names)} onClick={() => onOpen(id)}>
                {copy.goOn}
              </Button>
            </li>
          );
        })}
      </ul>
    </PanelBody>
  );
}
