import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client";
import { namedFigures } from "../../../api/namedFigures";
import type { AlertAnswer, AlertList, NewAlert } from "../../../generated/wire";

const ALERTS = "api/v1/alerts";

/** The figures in the page's language. An alert has a name of its own beside its figure. */
function translated({ alerts, figures, ...rest }: AlertList): AlertList {
  const label = ({ metric, label }: AlertAnswer) => namedFigures({ metric, label }).label;
  return {
    ...rest,
    figures: namedFigures(figures),
    alerts: alerts.map((alert) => ({ ...alert, label: label(alert) })),
  };
}

/** The alerts; asked for anew whenever the page is opened. */
export function useAlerts(): UseQueryResult<AlertList> {
  return useQuery({
    queryKey: [ALERTS],
    queryFn: ({ signal }) => call("GET", ALERTS, undefined, { signal, counted: false }),
    select: translated,
    staleTime: 0,
  });
}

/** Changes alerts. All of them are asked for anew. */
export function useAlertChanges() {
  const client = useQueryClient();
  const changed = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await client.invalidateQueries({ queryKey: [ALERTS] });
    }
  };
  const one = (id: number) => `${ALERTS}/${id}` as const;
  return {
    add: (alert: NewAlert) => changed(call("POST", ALERTS, alert, { counted: false })),
    change: (id: number, alert: NewAlert) => changed(call("PUT", one(id), alert, { counted: false })),
    remove: (id: number) => changed(call("DELETE", one(id), undefined, { counted: false })),
    send: (id: number) => changed(call("POST", `${one(id)}/send`, undefined, { counted: false })),
  };
}
