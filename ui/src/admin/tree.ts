/**
 * The pages of the administration, in the order of their navigation. It is part of the first load, so it contains
 * nothing else.
 */
const tree = {
  users: { title: "Users", module: "ADMIN" },
  roles: { title: "Roles", module: "ADMIN" },
  data: { title: "Data", module: "DATA" },
  backups: { title: "Backups", module: "ADMIN" },
  audit: { title: "Audit", module: "ADMIN" },
  settings: { title: "Settings", module: "ADMIN" },
  "score-method": { title: "Score method", module: "ADMIN" },
  system: { title: "System", module: "ADMIN" },
} as const satisfies Readonly<Record<string, { title: string; module: AdminModule }>>;

/** The module whose permission opens a page. */
export type AdminModule = "ADMIN" | "DATA";
/** The last part of a page's route. */
export type AdminName = keyof typeof tree;
/** The route of a page. */
export type AdminRoute = `admin/${AdminName}`;

/** A page of the administration. */
export type AdminPage = {
  readonly name: AdminName;
  readonly route: AdminRoute;
  readonly title: string;
  readonly module: AdminModule;
};

/** Where the administration begins. It leads to the first page that the user may open. */
export const ADMIN = "admin";

/** Every page. */
export const adminPages: readonly AdminPage[] = Object.entries(tree).map(([name, { title, module }]) => ({
  name: name as AdminName,
  route: `admin/${name as AdminName}`,
  title,
  module,
}));
