import { resource } from "../../api/resource";
import { refreshUser } from "../../api/session";

/** The saved views. The user has the one that opens first, and is asked for anew with them. */
export const savedViews = resource("api/v1/views", { changed: refreshUser });
