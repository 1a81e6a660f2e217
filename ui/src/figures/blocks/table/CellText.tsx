import { ExternalLink } from "lucide-react";
import { Fragment } from "react";
import { charts as copy } from "#texts/blocks";
import { formatDate } from "../../../texts/format";
import type { TextFormat } from "../declaration";
import css from "./CellText.module.css";

export type CellTextProps = {
  readonly text: string;
  readonly format?: TextFormat | undefined;
  /** Shown instead of the address of a link. */
  readonly linkText?: string | undefined;
};

/** A longer text would have dozens of lines in a narrow column. */
const LONG = 60;

// An address of the feed becomes a link only if it is a web address.
const OPENS = /^https?:\/\//i;

/** An address that breaks after slashes rather than within words. */
function Address({ text }: { readonly text: string }) {
  const parts = text.match(/^\w+:\/\/[^/]*\/*|[^/]+\/*/g) ?? [];
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be equal.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** A text of a table in its format. A link opens in a new tab. */
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
