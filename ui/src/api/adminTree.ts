import { administrationTitles } from "#texts/titles";

/**
 * The pages of the administration, in the order of their navigation. It is part of the first load, so it contains
 * nothing else.
 */
const tree = {
  users: { module: "ADMIN" },
  roles: { module: "ADMIN" },
  data: { module: "DATA" },
  backups: { module: "ADMIN" },
  audit: { module: "ADMIN" },
  settings: { module: "ADMIN" },
  "score-method": { module: "ADMIN" },
  system: { module: "ADMIN" },
} as const satisfies Readonly<Record<string, { module: AdminModule }>>;

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
export const adminPages: readonly AdminPage[] = (Object.keys(tree) as AdminName[]).map((name) => ({
  name,
  route: `admin/${name}`,
  title: administrationTitles[name],
  module: tree[name].module,
}));
