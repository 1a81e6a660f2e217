import { useProgram } from "../api/query";
import { shell } from "../copy";
import { formatDate } from "../format";
import classes from "./Freshness.module.css";

/** The last day with data, and whether it is the demo's. */
export function Freshness() {
  const { data } = useProgram();
  if (!data) return null;
  return (
    <p className={classes.freshness} data-loaded={data.through !== null || undefined}>
      {data.through === null ? shell.noData : shell.dataThrough(formatDate(data.through))}
      {data.demo && <span className={classes.demo}>{shell.demo}</span>}
    </p>
  );
}
