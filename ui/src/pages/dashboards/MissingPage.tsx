import { MapPinOff } from "lucide-react";
import { Link } from "react-router-dom";
import { errors } from "#texts/page";
import { pages } from "#texts/session";
import { HOME, pathTo, titles } from "../../api/paths";
import { buttonClass } from "../../kit/Button";
import { EmptyState } from "../../kit/EmptyState";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";

/** At an unknown address, for who is signed in: the menu leads on. */
export default function MissingPage() {
  return (
    <div className={css.page}>
      <PageHeader title={errors.notFoundTitle} />
      <section className={css.panel} aria-label={errors.notFoundTitle}>
        <EmptyState
          icon={<MapPinOff />}
          title={pages.notFound}
          action={
            <Link to={pathTo(HOME)} className={buttonClass({ variant: "secondary" })}>
              {titles[HOME]}
            </Link>
          }
        />
      </section>
    </div>
  );
}
