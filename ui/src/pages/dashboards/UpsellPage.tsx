import {
  ArrowRight,
  FileText,
  LayoutDashboard,
  Lightbulb,
  Mail,
  Phone,
  Sparkles,
  Tag,
  UsersRound,
} from "lucide-react";
import { Link } from "react-router-dom";
import { upsell as copy, type UpsellRoute } from "#texts/screens";
import { pathTo, titles } from "../../api/paths";
import { useProgram } from "../../api/query";
import { useMayOpen } from "../../api/session/permissions";
import { withFilters } from "../../figures/filters/codec";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import type { AccountManager } from "../../generated/wire";
import { ticks } from "../../kit/ticks";
import page from "./Page.module.css";
import { PageHeader } from "./PageHeader";
import css from "./UpsellPage.module.css";
import { dialled, upgradeDraft } from "./upgradeDraft";

const ICONS = { "bond-insights": Sparkles, recommendations: Lightbulb } as const;

/** The existing screens on the subject of the upgrade. */
const ALREADY: Readonly<Record<UpsellRoute, readonly { to: keyof typeof copy.shows; icon: typeof Mail }[]>> =
  {
    "bond-insights": [
      { to: "executive-summary", icon: LayoutDashboard },
      { to: "user-dashboard", icon: UsersRound },
      { to: "offers-dashboard", icon: Tag },
    ],
    recommendations: [
      { to: "offers-dashboard", icon: Tag },
      { to: "emails-dashboard", icon: Mail },
      { to: "content-dashboard", icon: FileText },
    ],
  };

const OUTER = ticks({ cx: 160, cy: 160, inner: 118, outer: 142, spread: 180 }, 73);
const INNER = ticks({ cx: 160, cy: 160, inner: 82, outer: 96, spread: 180 }, 55);

/** What an upgrade adds, whom to ask for it, and what exists already. */
export default function UpsellPage({ route }: { readonly route: UpsellRoute }) {
  const filters = useAppliedFilters();
  const mayOpen = useMayOpen();
  const program = useProgram().data;
  const manager = program?.accountManager ?? null;
  const text = copy.pages[route];
  const Icon = ICONS[route];
  return (
    <div className={page.page}>
      <PageHeader title={titles[route]} />
      <section className={css.hero} aria-labelledby="upsell-title">
        <div className={css.words}>
          <p className={css.kind}>{copy.kind}</p>
          <h2 id="upsell-title" className={css.title}>
            {text.title}
          </h2>
          <p className={css.text}>{text.text}</p>
          <p className={css.text}>{copy.contact(text.product)}</p>
          {manager && <Contact manager={manager} />}
          <a className={css.write} href={upgradeDraft(text.product, program?.name, manager)}>
            <Mail size={16} aria-hidden="true" />
            {copy.write}
          </a>
          <p className={css.hint}>{copy.writeHint(manager?.mail)}</p>
        </div>
        <div className={css.picture} aria-hidden="true">
          <svg viewBox="0 0 320 320" aria-hidden="true">
            <g className={css.outer}>
              {OUTER.map((tick) => (
                <line key={`${tick.x1},${tick.y1}`} {...tick} />
              ))}
            </g>
            <g className={css.inner}>
              {INNER.map((tick) => (
                <line key={`${tick.x1},${tick.y1}`} {...tick} />
              ))}
            </g>
          </svg>
          <Icon className={css.icon} size={64} strokeWidth={1.25} />
        </div>
      </section>
      <section className={page.section} aria-labelledby="upsell-already">
        <h2 id="upsell-already" className={page.sectionTitle}>
          {copy.already}
        </h2>
        <ul className={page.cards}>
          {ALREADY[route]
            .filter(({ to }) => mayOpen(to))
            .map(({ to, icon: LinkIcon }) => (
              <li key={to}>
                <Link className={css.link} to={withFilters(pathTo(to), filters)}>
                  <LinkIcon size={20} strokeWidth={1.75} aria-hidden="true" />
                  <span className={css.linkWords}>
                    <span className={css.linkTitle}>{titles[to]}</span>
                    <span className={css.linkText}>{copy.shows[to]}</span>
                  </span>
                  <ArrowRight className={css.arrow} size={16} aria-hidden="true" />
                </Link>
              </li>
            ))}
        </ul>
      </section>
    </div>
  );
}

/** The name and phone number of the account manager, if known. */
function Contact({ manager: { name, phone } }: { readonly manager: AccountManager }) {
  if (name === "" && phone === "") return null;
  return (
    <p className={css.contact}>
      {name !== "" && (
        <span>
          {copy.manager}: <strong>{name}</strong>
        </span>
      )}
      {phone !== "" && (
        <a className={css.phone} href={`tel:${dialled(phone)}`}>
          <Phone size={14} aria-hidden="true" />
          {phone}
        </a>
      )}
    </p>
  );
}
