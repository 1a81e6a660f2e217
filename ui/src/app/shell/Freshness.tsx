import { shell } from "#texts/page";
import { useProgram } from "../../api/query";
import { lateNames } from "../../figures/lateNames";
import { formatDate } from "../../texts/format";
import classes from "./Freshness.module.css";

/** The last day with data, whether it is the demo's, and which data are late. */
export function Freshness() {
  const { data } = useProgram();
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
      {late !== "" && <p className={classes.late}>{shell.late(late)}</p>}
    </>
  );
}
