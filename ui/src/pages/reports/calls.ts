import { resource } from "../../api/resource";

/** The reports. */
export const savedReports = resource("api/v1/reports", { isFresh: true });
