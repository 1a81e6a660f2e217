import { figureLabels } from "#texts/generated/figureLabels";
import { namesOf } from "./namesOf";

/** The answer with its figures named in the page's language. */
export const namedFigures = namesOf(figureLabels);
