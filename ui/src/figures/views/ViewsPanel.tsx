import type { UseQueryResult } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { views as copy } from "#texts/views";
import { mayChange, useSession } from "../../api/session";
import type { ViewAnswer, ViewList } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Checkbox } from "../../kit/Checkbox";
import { FormFaults } from "../../kit/parts/FormFaults";
import { Loaded } from "../../kit/parts/Loaded";
import { TextInput } from "../../kit/parts/TextInput";
import { SearchField } from "../../kit/SearchField";
import { Skeleton } from "../../kit/Skeleton";
import { notify } from "../../kit/toasts";
import { leave } from "../../kit/unsaved";
import { useForm } from "../../kit/useForm";
import { encodeFilters } from "../filters/codec";
import { savedViews } from "./calls";
import { found, LONGEST_NAME, moduleOfScreen, type Shown } from "./model";
import { ViewRow } from "./ViewRow";
import css from "./views.module.css";

/** From so many views on, they can be searched. */
const MANY = 8;

type ViewsPanelProps = {
  readonly views: UseQueryResult<ViewList>;
  /** The view that the address names. */
  readonly current: number | undefined;
  readonly shown: Shown;
  /** From now on the address names the view. */
  readonly onSaved: (view: ViewAnswer) => void;
  readonly onClose: () => void;
};

/** The saved views, and a form that saves what is shown. */
export function ViewsPanel({ views, current, shown, onSaved, onClose }: ViewsPanelProps) {
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const all = views.data?.views ?? [];
  const listed = found(all, search);
  return (
    <div className={css.panel}>
      <h2 className={css.title}>{copy.title}</h2>
      {all.length >= MANY && (
        <SearchField label={copy.search} placeholder={copy.search} value={search} onChange={setSearch} />
      )}
      <Loaded of={views} failed={copy.failed} waiting={<Skeleton height={72} />}>
        {() =>
          listed.length === 0 ? (
            <p className={css.small}>{all.length === 0 ? copy.none : copy.noneFound}</p>
          ) : (
            <ul ref={list} tabIndex={-1} className={css.list} aria-label={copy.title}>
              {listed.map((view) => (
                <ViewRow
                  key={view.id}
                  view={view}
                  isCurrent={view.id === current}
                  shown={shown}
                  isOpened={view.id === opened}
                  onOpened={(isOpened) => leave(() => setOpened(isOpened ? view.id : null), list.current)}
                  onDone={() => list.current?.focus()}
                  onClose={onClose}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <SaveForm shown={shown} onSaved={onSaved} />
    </div>
  );
}

const NEW = { name: "", shared: false };

function SaveForm({ shown, onSaved }: Pick<ViewsPanelProps, "shown" | "onSaved">) {
  const nameId = useId();
  const module = moduleOfScreen(shown.screen);
  const mayShare = useSession(({ user }) => module !== null && mayChange(user, module));
  const { add } = savedViews.useChanges();
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    from: NEW,
    save: async (values) => {
      const { screen, filters, blocks } = shown;
      const view = await add({ ...values, screen, filters: encodeFilters(filters), blocks });
      // The button can no longer be pressed, and would leave the focus to the whole page.
      field.current?.focus();
      notify({ status: "success", message: copy.saved(view.name) });
      onSaved(view);
    },
    after: () => NEW,
  });
  const { name, shared } = form.values;
  return (
    <form {...form.props} className={css.form}>
      <h3 className={css.subtitle}>{copy.saveTitle}</h3>
      <div className={css.line}>
        <label htmlFor={nameId} className="sr-only">
          {copy.name}
        </label>
        <TextInput
          {...form.field("name")}
          ref={field}
          id={nameId}
          className={css.input}
          placeholder={copy.name}
          maxLength={LONGEST_NAME}
        />
        <Button type="submit" variant="primary" disabled={name.trim() === ""} aria-busy={form.isBusy}>
          {copy.save}
        </Button>
      </div>
      {mayShare && (
        <Checkbox checked={shared} label={copy.shareNew} onChange={(next) => form.set({ shared: next })} />
      )}
      <FormFaults of={form} isTight />
    </form>
  );
}
