import { planner } from "#texts/planner";
import { titles } from "../../api/paths";
import { FilterBar } from "../../figures/filters/FilterBar";
import Planner from "../planner";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";

/** Recommendations for those whose roles open them. */
export default function PlannerPage() {
  return (
    <div className={css.page}>
      <PageHeader title={titles.recommendations} subtitle={planner.subtitle} />
      <FilterBar kind="groups" compares={false} />
      <Planner />
    </div>
  );
}
