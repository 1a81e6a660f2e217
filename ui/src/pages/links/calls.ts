import { resource } from "../../api/resource";

/** The links that show a screen. */
export const savedLinks = resource("api/v1/links", { isFresh: true });
