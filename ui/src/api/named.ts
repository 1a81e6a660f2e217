import { parts } from "#texts/parts";
import { namesOf } from "./namesOf";

/** The answer with the parts of the score named in the page's language. */
export const named = namesOf(parts);
