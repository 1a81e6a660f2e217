import { useState } from "react";
import { Link } from "react-router-dom";
import { settings as chosen, server as copy } from "#texts/settings";
import { settingAt } from "../../../api/paths";
import type { OtherSetting, SettingAnswer } from "../../../generated/wire";
import { Checkbox } from "../../../kit/Checkbox";
import { type Column, DataTable } from "../../../kit/DataTable";
import { EmptyState } from "../../../kit/EmptyState";
import { LoadedList } from "../../../kit/parts/LoadedList";
import { Panel, PanelBody } from "../../../kit/parts/Panel";
import { SearchField } from "../../../kit/SearchField";
import { useAdmin } from "../useAdmin";
import css from "./Settings.module.css";

/** The settings that only the server decides: what each is, and where it comes from. */
export default function ServerPage() {
  const list = useAdmin("settings");
  return (
    <LoadedList of={list}>
      {({ settings, others }) => <List settings={settings} others={others} />}
    </LoadedList>
  );
}

type ListProps = { readonly settings: readonly SettingAnswer[]; readonly others: readonly OtherSetting[] };

function List({ settings, others }: ListProps) {
  const [search, setSearch] = useState("");
  const [onlySet, setOnlySet] = useState(false);
  const wanted = search.trim().toLowerCase();
  const shown = others.filter(
    ({ name, help, value, origin }) =>
      !(onlySet && origin === null) && `${name} ${value} ${help}`.toLowerCase().includes(wanted),
  );
  // Whoever looks for one of the program's settings here is led to it.
  const elsewhere = settings.filter(
    ({ name, help }) =>
      wanted !== "" && `${name} ${chosen.labels[name] ?? ""} ${help}`.toLowerCase().includes(wanted),
  );
  return (
    <Panel title={copy.title} detail={copy.about}>
      <PanelBody>
        <div className={css.search}>
          <SearchField label={copy.search} placeholder={copy.search} value={search} onChange={setSearch} />
          <Checkbox label={copy.onlySet} checked={onlySet} onChange={setOnlySet} />
        </div>
        {elsewhere.length > 0 && (
          <p className={css.elsewhere}>
            {copy.elsewhere}
            {elsewhere.map(({ name }) => (
              <Link key={name} to={settingAt(name)}>
                {chosen.labels[name] ?? name}
              </Link>
            ))}
          </p>
        )}
      </PanelBody>
      <DataTable
        caption={copy.title}
        columns={COLUMNS}
        // What was set comes first.
        rows={shown.toSorted((one, other) => Number(one.origin === null) - Number(other.origin === null))}
        keyOf={({ name }) => name}
        empty={<EmptyState title={copy.none} />}
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<OtherSetting>[] = [
  {
    key: "name",
    title: copy.name,
    cell: ({ name, help }) => (
      <>
        <code>{name}</code>
        <span className={css.help}>{help}.</span>
      </>
    ),
  },
  { key: "value", title: copy.value, cell: ({ value }) => (value === "" ? copy.empty : value) },
  { key: "origin", title: copy.origin, cell: ({ origin }) => origin ?? copy.default },
];
