import { useMemo } from "react";
import { useFirstWeekday, useYearStart } from "../../api/query";

/** When the program's years and weeks begin. */
export type ProgramCalendar = {
  /** The month, 1 to 12. */
  readonly yearStart: number;
  /** 0 for Sunday, 1 for Monday. */
  readonly firstWeekday: 0 | 1;
};

/** The program's calendar; it requests nothing, as {@link useYearStart}. */
export function useProgramCalendar(): ProgramCalendar {
  const [yearStart, firstWeekday] = [useYearStart(), useFirstWeekday()];
  return useMemo(() => ({ yearStart, firstWeekday }), [yearStart, firstWeekday]);
}
