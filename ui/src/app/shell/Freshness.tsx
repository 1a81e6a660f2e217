import { Link } from "react-router-dom";
import { shell } from "#texts/page";
import { DRAFT_PARAM, HOME, NEW_DRAFT, pathTo } from "../../api/paths";
import { useProgram } from "../../api/query";
import { mayChange, useSession } from "../../api/session";
import { daysIn } from "../../figures/filters/dates";
import { lateNames } from "../../figures/lateNames";
import type { ProgramInfo } from "../../generated/wire";
import { formatDate, formatNumber } from "../../texts/format";
import classes from "./Freshness.module.css";

/** Data of any rhythm of loading are younger; `expected_by` says more exactly when they are late. */
const OLD_DAYS = 35;

/** Without logins the last day of any facts counts; a program of members alone has no days. */
function freshness({ through, dataUntil }: ProgramInfo): string {
  const last = through ?? dataUntil;
  return last === null ? shell.noDays : shell.dataThrough(formatDate(last));
}

/** The last day with data, whether it is the demo's, and which data are late. */
export function Freshness() {
  const { data } = useProgram();
  const user = useSession((session) => session.user);
  if (!data) return null;
  const late = lateNames(data.lateTables);
  const last = data.through ?? data.dataUntil;
  const age = last === null ? 0 : daysIn({ start: last, end: data.today }) - 1;
  const isOld = age > OLD_DAYS;
  return (
    <>
      <p
        className={classes.freshness}
        data-loaded={!data.isEmpty || undefined}
        data-old={isOld || undefined}
        data-late={late !== "" || undefined}
      >
        {data.isEmpty ? <Link to={pathTo(HOME)}>{shell.noData}</Link> : freshness(data)}
        {data.demo && <span className={classes.demo}>{shell.demo}</span>}
      </p>
      {data.through === null && mayChange(user, "DATA") && (
        <Link className={classes.bring} to={pathTo("admin/data", `${DRAFT_PARAM}=${NEW_DRAFT}`)}>
          {shell.bring}
        </Link>
      )}
      {isOld && late === "" && <p className={classes.late}>{shell.old(formatNumber(age))}</p>}
      {late !== "" && <p className={classes.late}>{shell.late(late)}</p>}
    </>
  );
}
