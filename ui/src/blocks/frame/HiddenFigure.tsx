import type { Hidden } from "../../api/generated/wire";
import { useMinimumMembers } from "../../api/query";
import { blocks as copy } from "../../copy";

/** Properties of {@link HiddenFigure}. */
export type HiddenFigureProps = { readonly why: Hidden };

/** Stands for a figure that the server hides: whole sentences on hover and for screen readers. */
export function HiddenFigure({ why }: HiddenFigureProps) {
  const least = useMinimumMembers();
  const full = why === "few" ? copy.hidden.fewInFull(least) : copy.hidden.otherInFull(least);
  return (
    <span title={full}>
      <span aria-hidden="true">{why === "few" ? copy.hidden.few(least) : copy.hidden.other}</span>
      <span className="sr-only">{full}</span>
    </span>
  );
}

/** What a file says in place of a hidden figure. */
export function hiddenInFile(why: Hidden, least: number): string {
  return why === "few" ? copy.hidden.fewInFile(least) : copy.hidden.other;
}
