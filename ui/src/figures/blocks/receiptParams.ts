import { createContext } from "react";
import type { FilterParams } from "../../generated/wire";

/** The filter of the cards of a screen, for receipts of their figures; null where there are none. */
export const ReceiptParams = createContext<FilterParams | null>(null);
