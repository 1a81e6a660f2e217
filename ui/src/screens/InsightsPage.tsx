import { FilterBar } from "../filters/FilterBar";
import Insights from "../insights";
import { insights } from "../insights/copy";
import { titles } from "../paths";
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
