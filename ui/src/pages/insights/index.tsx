import { useFilterParams } from "../../figures/filters/useFilters";
import { Cohorts } from "./Cohorts";
import { Expiring } from "./Expiring";
import { Moves } from "./Moves";
import { Unusual } from "./Unusual";

/** Insights: what moved, what is unusual, how long members stay, and what ends soon. */
export default function Insights() {
  const params = useFilterParams("groups");
  return (
    <>
      <Moves params={params} />
      <Unusual params={params} />
      <Cohorts params={params} />
      <Expiring params={params} />
    </>
  );
}
