import { resource } from "../../api/resource";

/** What is to be marked in charts, which are drawn without it until it is known. */
export const savedAnnotations = resource("api/v1/annotations");
