import { account as copy } from "#texts/account";
import { panels } from "#texts/filters";
import { filters as filterCopy } from "#texts/page";
import { useProgram, useUserGroups } from "../../api/query";
import { forgetLanguage, setPreferences, useSession } from "../../api/session";
import { decodeFilters, encodeFilters } from "../../figures/filters/codec";
import { COMPARISONS } from "../../figures/filters/comparison";
import { GROUP_TYPES, GROUPINGS, ofType } from "../../figures/filters/groupings";
import { type Filters, sameFilters, withList } from "../../figures/filters/model";
import { filtersOfProgram } from "../../figures/filters/ownFilters";
import { PERIODS } from "../../figures/filters/periods";
import type { Language, Separator, Preferences as SetPreferences, Theme } from "../../generated/wire";
import { Button } from "../../kit";
import css from "../../kit/forms/FormDialog.module.css";
import { CheckList } from "../../kit/parts/CheckList";
import { FormFaults } from "../../kit/parts/FormFaults";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { Quiet, Section } from "../../kit/parts/Section";
import { Select } from "../../kit/Select";
import { useForm } from "../../kit/useForm";
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

const SEPARATORS = (["comma", "semicolon", "tab"] as const).map((value) => ({
  value,
  label: copy.separators[value],
}));

/** What the form shows. */
type Choices = {
  readonly theme: Theme | "unset";
  readonly language: Language | "unset";
  readonly countdown: "unset" | "on" | "off";
  readonly shortcuts: "on" | "off";
  /** Between the values of tables in files. */
  readonly separator: Separator;
  /** The filters that dashboards open with. */
  readonly first: Filters;
};

const NOTHING_CHOSEN: Partial<Choices> = {};

/** @param standard the filters that dashboards open with for who sets none */
function choicesOf(set: SetPreferences | undefined, standard: string | null): Choices {
  const {
    theme = "unset",
    language = "unset",
    countdown,
    shortcuts,
    separator = "comma",
    filters = standard,
  } = set ?? {};
  return {
    theme,
    language,
    countdown: countdown === undefined ? "unset" : countdown ? "on" : "off",
    shortcuts: shortcuts === false ? "off" : "on",
    separator,
    first: decodeFilters(filters),
  };
}

/** What the user sets for all its browsers. */
export function Preferences() {
  const set = useSession(({ user }) => user?.preferences);
  const standard = filtersOfProgram(useProgram().data);
  // The header changes some of them, too, while the form is open: it has what was chosen here alone.
  const form = useForm<Partial<Choices>>({
    from: NOTHING_CHOSEN,
    save: async (chosen) => {
      const { theme, language, countdown, shortcuts, separator, first } = {
        ...choicesOf(set, standard),
        ...chosen,
      };
      await setPreferences({
        theme: theme === "unset" ? undefined : theme,
        language: language === "unset" ? undefined : language,
        countdown: countdown === "unset" ? undefined : countdown === "on",
        shortcuts: shortcuts === "off" ? false : undefined,
        separator: separator === "comma" ? undefined : separator,
        filters: sameFilters(first, decodeFilters(standard)) ? undefined : encodeFilters(first),
      });
    },
    saved: copy.preferencesSaved,
    after: () => NOTHING_CHOSEN,
    done: ({ language }) => {
      if (set?.language !== undefined && language === "unset") forgetLanguage();
    },
  });
  const { theme, language, countdown, shortcuts, separator, first } = {
    ...choicesOf(set, standard),
    ...form.values,
  };
  return (
    <Panel title={copy.preferences} detail={copy.preferencesDetail}>
      <PanelBody narrow>
        <form {...form.props} className={css.form}>
          <div>
            <Select
              label={copy.language}
              options={LANGUAGE_CHOICES}
              value={language}
              onChange={(language) => form.set({ language })}
            />
          </div>
          <div>
            <Select
              label={copy.theme}
              options={THEMES}
              value={theme}
              onChange={(theme) => form.set({ theme })}
            />
          </div>
          <div>
            <Select
              label={copy.countdown}
              options={COUNTDOWNS}
              value={countdown}
              onChange={(countdown) => form.set({ countdown })}
            />
          </div>
          <div>
            <Select
              label={copy.shortcuts}
              options={SHORTCUTS}
              value={shortcuts}
              onChange={(shortcuts) => form.set({ shortcuts })}
            />
          </div>
          <div>
            <Select
              label={copy.separator}
              options={SEPARATORS}
              value={separator}
              onChange={(separator) => form.set({ separator })}
            />
          </div>
          <FirstFilters filters={first} onChange={(first) => form.set({ first })} />
          <FormFaults of={form} />
          <div>
            <Button type="submit" aria-busy={form.isBusy}>
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
      <div className={css.lists}>
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
              value={chosen === "all" ? [] : chosen}
              onChange={(ids) => onChange(withList(filters, list, ids.length === 0 ? "all" : ids))}
            />
          );
        })}
      </div>
    </Section>
  );
}
