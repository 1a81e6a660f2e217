import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client";
import type { AnnotationList, NewAnnotation } from "../../generated/wire";

const ANNOTATIONS = "api/v1/annotations";

/** What is to be marked in charts. Not counted: a chart is drawn without it until it is known. */
export function useAnnotations(enabled: boolean): UseQueryResult<AnnotationList> {
  return useQuery({
    enabled,
    queryKey: [ANNOTATIONS],
    queryFn: ({ signal }) => call("GET", ANNOTATIONS, undefined, { signal, counted: false }),
  });
}

/** Saves and removes annotations, and asks for all of them anew. */
export function useAnnotationChanges() {
  const client = useQueryClient();
  const changed = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await client.invalidateQueries({ queryKey: [ANNOTATIONS] });
    }
  };
  return {
    add: (said: NewAnnotation) => changed(call("POST", ANNOTATIONS, said, { counted: false })),
    remove: (id: number) => changed(call("DELETE", `${ANNOTATIONS}/${id}`, undefined, { counted: false })),
  };
}
