import { figureLabels } from "./generated/figureLabels.es";
import { namesOf } from "./namesOf";

export const namedFigures = namesOf(figureLabels);
