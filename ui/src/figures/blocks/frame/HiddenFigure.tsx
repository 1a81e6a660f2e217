import { blocks as copy } from "#texts/page";
import { useMinimumMembers } from "../../../api/query";
import type { Hidden } from "../../../generated/wire";

/** Why a figure is hidden; charts by period do not say which of the two reasons it is. */
export type WhyHidden = Hidden | "either";

export type HiddenFigureProps = { readonly why: WhyHidden };

const IN_FULL = {
  few: copy.hidden.fewInFull,
  other: copy.hidden.otherInFull,
  either: copy.hidden.eitherInFull,
} as const satisfies Record<WhyHidden, (least: number) => string>;

/** Stands for a figure that the server hides: whole sentences on hover and for screen readers. */
export function HiddenFigure({ why }: HiddenFigureProps) {
  const least = useMinimumMembers();
  const full = IN_FULL[why](least);
  return (
    <span title={full}>
      <span aria-hidden="true">{why === "few" ? copy.hidden.few(least) : copy.hidden.other}</span>
      <span className="sr-only">{full}</span>
    </span>
  );
}

/** What a file says in place of a hidden figure. */
export function hiddenInFile(why: WhyHidden, least: number): string {
  return why === "few" ? copy.hidden.fewInFile(least) : copy.hidden.other;
}
