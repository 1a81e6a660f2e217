import { useState } from "react";
import { server as copy } from "#texts/settings";
import type { OtherSetting } from "../../../generated/wire";
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
  return <LoadedList of={list}>{({ others }) => <List others={others} />}</LoadedList>;
}

function List({ others }: { readonly others: readonly OtherSetting[] }) {
  const [search, setSearch] = useState("");
  const [onlySet, setOnlySet] = useState(false);
  const wanted = search.trim().toLowerCase();
  const shown = others.filter(
    ({ name, help, value, origin }) =>
      !(onlySet && origin === null) && `${name} ${value} ${help}`.toLowerCase().includes(wanted),
  );
  return (
    <Panel title={copy.title} detail={copy.about}>
      <PanelBody>
        <div className={css.search}>
          <SearchField label={copy.search} placeholder={copy.search} value={search} onChange={setSearch} />
          <Checkbox label={copy.onlySet} checked={onlySet} onChange={setOnlySet} />
        </div>
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
