import { ExternalLink } from "lucide-react";
import { Fragment } from "react";
import { blocks as copy } from "../../copy";
import { formatDate } from "../../format";
import type { TextFormat } from "../declaration";
import css from "./CellText.module.css";

/** Properties of {@link CellText}. */
export type CellTextProps = {
  readonly text: string;
  readonly format?: TextFormat | undefined;
  /** Shown instead of the address of a link. */
  readonly linkText?: string | undefined;
};

/** From this length on a text would fill a narrow column with dozens of lines. */
const LONG = 60;

// An address of the feed is followed only where a browser opens a page with it.
const OPENS = /^https?:\/\//i;

/** An address that breaks after its slashes, before its words are broken. */
function Address({ text }: { readonly text: string }) {
  const parts = text.match(/^\w+:\/\/[^/]*\/*|[^/]+\/*/g) ?? [];
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two parts may read the same.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** A text of a table in its format. A link opens in a tab of its own. */
export function CellText({ text, format, linkText }: CellTextProps) {
  if (format === "date") return text === "" ? null : formatDate(text);
  if (format !== "link" || !OPENS.test(text))
    return text.length > LONG ? <span className={css.long}>{text}</span> : text;
  return (
    <a className={linkText ? css.short : css.link} href={text} target="_blank" rel="noopener noreferrer">
      {linkText ?? <Address text={text} />}
      <ExternalLink size={14} aria-hidden="true" />
      <span className="sr-only"> ({copy.newTab})</span>
    </a>
  );
}
