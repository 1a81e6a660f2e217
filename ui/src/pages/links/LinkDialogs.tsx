import { links as copy } from "#texts/links";
import { BASE } from "../../api/base";
import { screenRoute } from "../../api/pages";
import type { LinkDraft } from "../../figures/exports/handoff";
import type { MadeLink } from "../../generated/wire";
import { CopyField } from "../../kit/parts/CopyField";
import { Choice, Field } from "../../kit/parts/Field";
import { FormDialog } from "../../kit/parts/FormDialog";
import { MadeDialog } from "../../kit/parts/MadeDialog";
import { formatTime } from "../../kit/parts/time";
import { useForm } from "../../kit/useForm";
import { LOCALE } from "../../texts/language";
import { declarationOf } from "../dashboards/declared";
import { pollOfPath } from "../dashboards/polls";
import { savedLinks } from "./calls";
import { bodyOf, dayChoices, firstDays, type LinkForm } from "./model";

const LONGEST_NAME = 100;
const LONGEST_PASSWORD = 30;
const DAYS = new Intl.NumberFormat(LOCALE, { style: "unit", unit: "day", unitDisplay: "long" });

type NewLinkDialogProps = {
  readonly draft: LinkDraft;
  readonly mostDays: number;
  readonly onMade: (made: MadeLink) => void;
  readonly onClose: () => void;
};

/** The form that makes a link. */
export function NewLinkDialog({ draft, mostDays, onMade, onClose }: NewLinkDialogProps) {
  const changes = savedLinks.useChanges();
  const form = useForm<LinkForm>({
    from: { name: draft.title, days: firstDays(mostDays), password: "" },
    save: async (values) => {
      const route = screenRoute(draft.route);
      const screen = route && (await declarationOf(route, pollOfPath(draft.screen)));
      if (!screen) throw new Error(`No screen is declared for ${draft.route}.`);
      onMade(await changes.add(bodyOf(draft, screen, values)));
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={copy.newTitle(draft.title)} action={copy.make}>
      <p>{copy.newDetail}</p>
      <Field label={copy.name} hint={copy.nameHint} {...form.field("name")} maxLength={LONGEST_NAME} />
      <Choice
        label={copy.days}
        {...form.field("days")}
        options={dayChoices(mostDays).map((days) => ({ value: String(days), label: DAYS.format(days) }))}
      />
      <Field
        label={copy.password}
        hint={copy.passwordHint}
        {...form.field("password")}
        maxLength={LONGEST_PASSWORD}
      />
    </FormDialog>
  );
}

type MadeLinkProps = {
  readonly made: MadeLink | null;
  readonly frameHosts: readonly string[];
  readonly onClose: () => void;
};

/** Shows the address of a link, once. */
export function MadeLinkDialog({ made, frameHosts, onClose }: MadeLinkProps) {
  return (
    <MadeDialog open={made !== null} title={copy.made} onClose={onClose}>
      {made && (
        <>
          <p>{copy.madeDetail(formatTime(made.link.expiresAt))}</p>
          <CopyField label={copy.address} value={`${window.location.origin}${BASE}${made.path}`} />
          {frameHosts.length > 0 && <p>{copy.framed(frameHosts)}</p>}
        </>
      )}
    </MadeDialog>
  );
}
