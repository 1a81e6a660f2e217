import type { GuardedRoute } from "../../api/pages";
import type { BreakdownDeclaration, DashboardDeclaration } from "./declaration";
import { MODULES, moduleOf } from "./modules";
import { monitor } from "./monitor";
import { POLLS_ROUTE } from "./polls";

/** A screen with what declares it. */
export type DeclaredScreen =
  | { readonly kind: "dashboard"; readonly declaration: DashboardDeclaration }
  | { readonly kind: "breakdown"; readonly declaration: BreakdownDeclaration }
  | { readonly kind: "poll"; readonly poll: number };

/**
 * The declaration of a screen, once its module is loaded; null for a screen that is declared in another way.
 *
 * @param poll which poll is shown, on their screen
 */
export async function declarationOf(route: GuardedRoute, poll?: number): Promise<DeclaredScreen | null> {
  if (route === POLLS_ROUTE) return poll === undefined ? null : { kind: "poll", poll };
  if (route === monitor.route) return { kind: "dashboard", declaration: monitor };
  const module = moduleOf(route);
  if (!module) return null;
  const { dashboard, breakdowns } = await MODULES[module].load();
  if (route === module) return { kind: "dashboard", declaration: dashboard };
  const declaration = breakdowns.find((one) => one.route === route);
  return declaration ? { kind: "breakdown", declaration } : null;
}
