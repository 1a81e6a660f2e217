import { Link } from "react-router-dom";
import { shell } from "#texts/page";
import { DRAFT_PARAM, NEW_DRAFT, pathTo } from "../../api/paths";
import { useProgram } from "../../api/query";
import { mayChange, useSession } from "../../api/session";
import { lateNames } from "../../figures/lateNames";
import { formatDate } from "../../texts/format";
import classes from "./Freshness.module.css";

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
        data-loaded={data.through !== null || undefined}
        data-late={late !== "" || undefined}
      >
        {data.through === null ? shell.noData : shell.dataThrough(formatDate(data.through))}
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
