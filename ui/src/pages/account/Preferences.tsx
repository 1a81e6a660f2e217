import { type FormEvent, useState } from "react";
import { account as copy } from "#texts/account";
import { panels } from "#texts/filters";
import { filters as filterCopy } from "#texts/page";
import { useUserGroups } from "../../api/query";
import { forgetLanguage, setPreferences, useSession } from "../../api/session";
import { decodeFilters, encodeFilters } from "../../figures/filters/codec";
import { COMPARISONS } from "../../figures/filters/comparison";
import { GROUP_TYPES, GROUPINGS, ofType } from "../../figures/filters/groupings";
import { DEFAULT_FILTERS, type Filters, sameFilters, withList } from "../../figures/filters/model";
import { PERIODS } from "../../figures/filters/periods";
import type { Language, Preferences as SetPreferences, Theme } from "../../generated/wire";
import { Button } from "../../kit";
import form from "../../kit/forms/ConfirmDialog.module.css";
import { CheckList } from "../../kit/parts/CheckList";
import { messageOf } from "../../kit/parts/errors";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { Quiet, Section } from "../../kit/parts/Section";
import { Select } from "../../kit/Select";
import { useSaving } from "../../kit/useSaving";
import { LANGUAGES } from "../../texts/language";

/** A custom period ends some day: dashboards do not begin with one. */
const FIRST_PERIODS = PERIODS.filter((period) => period !== "SELECTED_DATE");

const UNSET = { value: "unset", label: copy.unset } as const;
const THEMES = [
  UNSET,
  ...(["light", "dark", "system"] as const).map((value) => ({ value, label: copy.themes[value] })),
];
const LANGUAGE_CHOICES = [UNSET, ...LANGUAGES];
const COUNTDOWNS = [
  UNSET,
  ...(["on", "off"] as const).map((value) => ({ value, label: copy.countdowns[value] })),
];

const SHORTCUTS = (["on", "off"] as const).map((value) => ({ value, label: copy.shortcutChoices[value] }));

/** What the form shows. */
type Choices = {
  readonly theme: Theme | "unset";
  readonly language: Language | "unset";
  readonly countdown: "unset" | "on" | "off";
  readonly shortcuts: "on" | "off";
  /** The filters that dashboards open with. */
  readonly first: Filters;
};

function choicesOf(set: SetPreferences | undefined): Choices {
  const { theme = "unset", language = "unset", countdown, shortcuts, filters = null } = set ?? {};
  return {
    theme,
    language,
    countdown: countdown === undefined ? "unset" : countdown ? "on" : "off",
    shortcuts: shortcuts === false ? "off" : "on",
    first: decodeFilters(filters),
  };
}

/** What the user sets for all its browsers. */
export function Preferences() {
  const set = useSession(({ user }) => user?.preferences);
  // The header changes some of them, too, while the form is open.
  const [changed, setChanged] = useState<Partial<Choices>>({});
  const { theme, language, countdown, shortcuts, first } = { ...choicesOf(set), ...changed };
  const choose = (part: Partial<Choices>) => setChanged((before) => ({ ...before, ...part }));
  const { error, isBusy, save } = useSaving(messageOf);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(async () => {
      const isForgotten = set?.language !== undefined && language === "unset";
      await setPreferences({
        theme: theme === "unset" ? undefined : theme,
        language: language === "unset" ? undefined : language,
        countdown: countdown === "unset" ? undefined : countdown === "on",
        shortcuts: shortcuts === "off" ? false : undefined,
        filters: sameFilters(first, DEFAULT_FILTERS) ? undefined : encodeFilters(first),
      });
      setChanged({});
      if (isForgotten) forgetLanguage();
    }, copy.preferencesSaved);
  };
  return (
    <Panel title={copy.preferences} detail={copy.preferencesDetail}>
      <PanelBody narrow>
        <form className={form.form} onSubmit={submit} noValidate>
          <div>
            <Select
              label={copy.language}
              options={LANGUAGE_CHOICES}
              value={language}
              onChange={(language) => choose({ language })}
            />
          </div>
          <div>
            <Select
              label={copy.theme}
              options={THEMES}
              value={theme}
              onChange={(theme) => choose({ theme })}
            />
          </div>
          <div>
            <Select
              label={copy.countdown}
              options={COUNTDOWNS}
              value={countdown}
              onChange={(countdown) => choose({ countdown })}
            />
          </div>
          <div>
            <Select
              label={copy.shortcuts}
              options={SHORTCUTS}
              value={shortcuts}
              onChange={(shortcuts) => choose({ shortcuts })}
            />
          </div>
          <FirstFilters filters={first} onChange={(first) => choose({ first })} />
          <div role="alert">{error && <p className={form.error}>{error}</p>}</div>
          <div>
            <Button type="submit" aria-busy={isBusy}>
              {copy.savePreferences}
            </Button>
          </div>
        </form>
      </PanelBody>
    </Panel>
  );
}

type FirstFiltersProps = {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
};

/** The filters that dashboards open with. */
function FirstFilters({ filters, onChange }: FirstFiltersProps) {
  const groups = useUserGroups().data ?? [];
  return (
    <Section title={copy.dashboards}>
      <Quiet>{copy.dashboardsDetail}</Quiet>
      <div>
        <Select
          label={filterCopy.period}
          options={FIRST_PERIODS.map((value) => ({ value, label: filterCopy.periods[value] }))}
          value={filters.period}
          onChange={(period) => onChange({ ...filters, period, range: null })}
        />
      </div>
      <div>
        <Select
          label={panels.compareWith}
          options={COMPARISONS.filter((value) => value !== "SELECTED_DATES").map((value) => ({
            value,
            label: filterCopy.comparisons[value],
          }))}
          value={filters.comparison}
          onChange={(comparison) => onChange({ ...filters, comparison })}
        />
      </div>
      {GROUP_TYPES.map((type) => {
        const { list, title } = GROUPINGS[type];
        const choices = ofType(groups, type).map(({ id, name }) => ({ value: id, title: name }));
        const chosen = filters.lists[list];
        if (choices.length === 0) return null;
        return (
          <CheckList
            key={type}
            label={title}
            choices={choices}
            chosen={chosen === "all" ? [] : chosen}
            onChange={(ids) => onChange(withList(filters, list, ids.length === 0 ? "all" : ids))}
          />
        );
      })}
    </Section>
  );
}
