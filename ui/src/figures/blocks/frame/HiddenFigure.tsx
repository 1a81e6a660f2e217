import { blocks as copy } from "#texts/page";
import { useMinimumMembers } from "../../../api/query";
import type { Hidden } from "../../../generated/wire";
import { lateName } from "../../lateNames";

/** Why a figure is hidden; charts by period do not say which of the two reasons it is. */
export type WhyHidden = Hidden | "either";

export type HiddenFigureProps = { readonly why: WhyHidden };

const IN_FULL = {
  few: copy.hidden.fewInFull,
  other: copy.hidden.otherInFull,
  either: copy.hidden.eitherInFull,
} as const satisfies Record<Extract<WhyHidden, string>, (least: number) => string>;

/** What is said of a figure without data: which table was never loaded, or that the period has none. */
const withoutData = (why: Exclude<WhyHidden, string>): string =>
  "notLoaded" in why ? copy.noData.table(lateName(why.notLoaded)) : copy.noData.days;

/** Stands for a figure that the server hides or has no data for: whole sentences on hover and for screen readers. */
export function HiddenFigure({ why }: HiddenFigureProps) {
  const least = useMinimumMembers();
  if (typeof why === "object") {
    const full = "noDays" in why ? copy.noData.daysInFull(lateName(why.noDays)) : undefined;
    return <small title={full}>{withoutData(why)}</small>;
  }
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
  if (typeof why === "object") return withoutData(why);
  return why === "few" ? copy.hidden.fewInFile(least) : copy.hidden.other;
}
