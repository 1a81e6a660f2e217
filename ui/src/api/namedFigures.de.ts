import { figureLabels } from "./generated/figureLabels.de";
import { namesOf } from "./namesOf";

export const namedFigures = namesOf(figureLabels);
