import { screens } from "#texts/page";
import { start as copy } from "#texts/start";
import { mayChange, useSession } from "../../api/session";
import { EmptyState } from "../../kit/EmptyState";
import page from "../dashboards/Page.module.css";
import { PageHeader } from "../dashboards/PageHeader";
import { Beginnings } from "./Beginnings";
import { LeftToDo } from "./LeftToDo";

/** In the place of the Program Monitor while nothing is loaded: how to begin, or whom to ask. */
export default function StartPage() {
  const user = useSession((session) => session.user);
  return (
    <div className={page.page}>
      <PageHeader title={screens.greeting(user?.firstName.toUpperCase() ?? "")} />
      {mayChange(user, "DATA") ? (
        <Beginnings />
      ) : (
        <section className={page.panel} aria-label={copy.title}>
          <EmptyState title={copy.title} detail={copy.ask} />
        </section>
      )}
      {mayChange(user, "ADMIN") && <LeftToDo />}
    </div>
  );
}
