import { useIsFetching, useQuery } from "@tanstack/react-query";
import { callQuery } from "../api/query";
import { useSettled } from "../kit/useSettled";

/** How long figures may take before the page says how long it will be, and how often it asks, in milliseconds. */
const LATE = 4000;
const PAUSE = 2000;
/** What is soon enough to say nothing, and to what the time is rounded up, in seconds. */
const SOON = 2;
const STEP = 5;

const WAITING = "api/v1/waiting";
const ASKS = callQuery("GET", WAITING, undefined);

/** About how many seconds it takes until figures come that are late because many people ask; undefined if none are. */
export function useWait(): number | undefined {
  const waits = useIsFetching({
    predicate: ({ queryKey, state }) => state.data === undefined && queryKey[0] !== WAITING,
  });
  const isLate = useSettled(waits > 0, LATE) && waits > 0;
  const { data } = useQuery({ ...ASKS, enabled: isLate, refetchInterval: PAUSE, staleTime: 0, gcTime: 0 });
  const seconds = isLate && data !== undefined ? data.seconds : 0;
  return seconds > SOON ? Math.ceil(seconds / STEP) * STEP : undefined;
}
