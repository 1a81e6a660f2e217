import { stopAsking, useAsked } from "../../figures/exports/handoff";
import { AskedAlert } from "./AskedAlert";
import { AskedLink } from "./AskedLink";
import { AskedReport } from "./AskedReport";
import { AskedTable } from "./AskedTable";

/** The form that a screen asked for, above it. */
export default function AskedForm() {
  const asked = useAsked((state) => state.asked);
  switch (asked?.kind) {
    case "report":
      return <AskedReport draft={asked.draft} onClose={stopAsking} />;
    case "alert":
      return <AskedAlert draft={asked.draft} onClose={stopAsking} />;
    case "link":
      return <AskedLink draft={asked.draft} onClose={stopAsking} />;
    case "table":
      return <AskedTable draft={asked.draft} onClose={stopAsking} />;
    default:
      return null;
  }
}
