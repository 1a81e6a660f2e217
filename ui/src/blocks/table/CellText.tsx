import { ExternalLink } from "lucide-react";
import { blocks as copy } from "../../copy";
import { formatDate } from "../../format";
import type { TextFormat } from "../declaration";
import css from "./CellText.module.css";

/** Properties of {@link CellText}. */
export type CellTextProps = {
  readonly text: string;
  readonly format?: TextFormat | undefined;
  /** What stands for the address of a link. */
  readonly linkText?: string | undefined;
};

// An address of the feed is followed only where a browser opens a page with it.
const OPENS = /^https?:\/\//i;

/** A text of a table in its format. A link opens in a tab of its own. */
export function CellText({ text, format, linkText }: CellTextProps) {
  if (format === "date") return text === "" ? null : formatDate(text);
  if (format !== "link" || !OPENS.test(text)) return text;
  return (
    <a className={css.link} href={text} target="_blank" rel="noopener noreferrer">
      {linkText ?? text}
      <ExternalLink size={14} aria-hidden="true" />
      <span className="sr-only"> ({copy.newTab})</span>
    </a>
  );
}
