import { namedFigures } from "../../../api/namedFigures";
import { resource } from "../../../api/resource";
import type { AlertAnswer, AlertList } from "../../../generated/wire";

/** The figures in the page's language. An alert has a name of its own beside its figure. */
function translated({ alerts, figures, ...rest }: AlertList): AlertList {
  const label = ({ metric, label }: AlertAnswer) => namedFigures({ metric, label }).label;
  return {
    ...rest,
    figures: namedFigures(figures),
    alerts: alerts.map((alert) => ({ ...alert, label: label(alert) })),
  };
}

/** The alerts. */
export const savedAlerts = resource("api/v1/alerts", { isFresh: true, select: translated });
