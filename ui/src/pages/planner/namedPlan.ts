import { counted, parts } from "#texts/parts";
import { namesOf } from "../../api/namesOf";

/** The answer with its parts, and what they count, in the page's language. */
export const namedPlan = namesOf(parts, counted);
