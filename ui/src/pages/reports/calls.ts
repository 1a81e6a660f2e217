import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client";
import type { NewReport, ReportList } from "../../generated/wire";

const REPORTS = "api/v1/reports";

/** The reports; asked for anew whenever the page is opened. */
export function useReports(): UseQueryResult<ReportList> {
  return useQuery({
    queryKey: [REPORTS],
    queryFn: ({ signal }) => call("GET", REPORTS, undefined, { signal, counted: false }),
    staleTime: 0,
  });
}

/** Changes reports. All of them are asked for anew. */
export function useReportChanges() {
  const client = useQueryClient();
  const changed = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await client.invalidateQueries({ queryKey: [REPORTS] });
    }
  };
  const one = (id: number) => `${REPORTS}/${id}` as const;
  return {
    add: (report: NewReport) => changed(call("POST", REPORTS, report, { counted: false })),
    change: (id: number, report: NewReport) => changed(call("PUT", one(id), report, { counted: false })),
    remove: (id: number) => changed(call("DELETE", one(id), undefined, { counted: false })),
    send: (id: number) => changed(call("POST", `${one(id)}/send`, undefined, { counted: false })),
  };
}
