import { useProgram } from "../../api/query";

const DEFAULT_CURRENCY = "USD";

/** The program's currency; US dollars until the program is known. */
export function useCurrency(): string {
  return useProgram().data?.currency ?? DEFAULT_CURRENCY;
}
