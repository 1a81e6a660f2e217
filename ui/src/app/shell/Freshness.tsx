import { Link } from "react-router-dom";
import { shell } from "#texts/page";
import { DRAFT_PARAM, NEW_DRAFT, pathTo } from "../../api/paths";
import { useProgram } from "../../api/query";
import { mayChange, useSession } from "../../api/session";
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
  const user = useSession((session) => session.user);
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
      {data.through === null && mayChange(user, "DATA") && (
        <Link className={classes.bring} to={pathTo("admin/data", `${DRAFT_PARAM}=${NEW_DRAFT}`)}>
          {shell.bring}
        </Link>
      )}
      {late !== "" && <p className={classes.late}>{shell.late(late)}</p>}
    </>
  );
}
