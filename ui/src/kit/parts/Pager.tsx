import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { parts as copy } from "#texts/admin";
import { formatNumber } from "../../texts/format";
import { IconButton } from "..";
import css from "./Pager.module.css";

type PagerProps = {
  readonly offset: number;
  /** The most rows of a page. */
  readonly size: number;
  readonly total: number;
  readonly onChange: (offset: number) => void;
};

/** Which rows of a long list are shown, and buttons to the others. Nothing where all are. */
export function Pager({ offset, size, total, onChange }: PagerProps) {
  if (total <= size && offset === 0) return null;
  const last = Math.min(offset + size, total);
  return (
    <nav className={css.pager} aria-label={copy.pages}>
      <p aria-live="polite">
        {copy.rowsOf(formatNumber(Math.min(offset + 1, total)), formatNumber(last), formatNumber(total))}
      </p>
      <IconButton
        label={copy.first}
        icon={<ChevronFirst aria-hidden="true" />}
        disabled={offset === 0}
        onClick={() => onChange(0)}
      />
      <IconButton
        label={copy.before}
        icon={<ChevronLeft aria-hidden="true" />}
        disabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - size))}
      />
      <IconButton
        label={copy.after}
        icon={<ChevronRight aria-hidden="true" />}
        disabled={last >= total}
        onClick={() => onChange(offset + size)}
      />
      <IconButton
        label={copy.last}
        icon={<ChevronLast aria-hidden="true" />}
        disabled={last >= total}
        onClick={() => onChange(Math.floor((total - 1) / size) * size)}
      />
    </nav>
  );
}
