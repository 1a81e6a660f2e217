import { insights } from "#texts/insights";
import { titles } from "../../api/paths";
import { FilterBar } from "../../figures/filters/FilterBar";
import Insights from "../insights";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";

/** Insights for those whose roles open them. */
export default function InsightsPage() {
  return (
    <div className={css.page}>
      <PageHeader title={titles["bond-insights"]} subtitle={insights.subtitle} />
      <FilterBar kind="groups" />
      <Insights />
    </div>
  );
}
