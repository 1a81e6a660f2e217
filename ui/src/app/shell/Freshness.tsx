import { shell } from "#texts/page";
import { useProgram } from "../../api/query";
import { lateNames } from "../../figures/lateNames";
import type { ProgramInfo } from "../../generated/wire";
import { formatDate } from "../../texts/format";
import classes from "./Freshness.module.css";

/** Without logins the last day of any facts counts; a program of members alone has no days. */
function freshness({ isEmpty, through, dataUntil }: ProgramInfo): string {
  if (isEmpty) return shell.noData;
  const last = through ?? dataUntil;
  return last === null ? shell.noDays : shell.dataThrough(formatDate(last));
}

/** The last day with data, whether it is the demo's, and which data are late. */
export function Freshness() {
  const { data } = useProgram();
  if (!data) return null;
  const late = lateNames(data.lateTables);
  return (
    <>
      <p
        className={classes.freshness}
        data-loaded={!data.isEmpty || undefined}
        data-late={late !== "" || undefined}
      >
        {freshness(data)}
        {data.demo && <span className={classes.demo}>{shell.demo}</span>}
      </p>
      {late !== "" && <p className={classes.late}>{shell.late(late)}</p>}
    </>
  );
}
